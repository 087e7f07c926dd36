import { LanguageClient, type DynamicFeature, type StaticFeature } from "vscode-languageclient/node";
import { COMMANDS } from "./ownCommands";

/** MINE are the commands that the extension has registered itself. */
const MINE: ReadonlySet<string> = new Set(COMMANDS.map((name) => `seedfall.${name}`));

/** Client writes its own errors to the log and shows none of them: notices tells what
 * becomes of the server, in one message. Of the commands that a server lists it
 * registers those that the extension has not: a second one of a name is an error. */
export class Client extends LanguageClient {
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }

  override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
    if ("registrationType" in feature && feature.registrationType.method === "workspace/executeCommand") {
      const register = feature.register.bind(feature);
      feature.register = (data) => {
        const options = data.registerOptions as { commands: string[] };
        register({ ...data, registerOptions: { ...options, commands: options.commands.filter((c) => !MINE.has(c)) } });
      };
    }
    super.registerFeature(feature);
  }
}
