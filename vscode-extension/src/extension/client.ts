import { LanguageClient } from "vscode-languageclient/node";

/** Client writes its own errors to the log and shows none of them: notices tells what
 * becomes of the server, in one message. */
export class Client extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }
}
