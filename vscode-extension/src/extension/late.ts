import { commands, window, type CustomReadonlyEditorProvider, type ExtensionContext, type Uri, type WebviewPanel } from "vscode";
import type { Disposes } from "./disposes";
import { COMMANDS } from "./ownCommands";
import type { Session } from "./session";
import type { Document } from "./timelineEditor";

/** Late loads the session when it is wanted: most of the extension, and the language
 * client, which a window without a simulation never needs. */
export class Late implements Disposes {
  private session: Session | undefined;
  private readonly registered: Disposes[] = [];

  constructor(private readonly context: ExtensionContext) {
    for (const name of COMMANDS) {
      this.registered.push(commands.registerCommand(`seedfall.${name}`, (...args: unknown[]) => this.load().command(name, args)));
    }
    const editors: CustomReadonlyEditorProvider<Document> = {
      openCustomDocument: (uri: Uri) => this.load().timelines.openCustomDocument(uri),
      resolveCustomEditor: (document: Document, panel: WebviewPanel) => {
        this.load().timelines.resolveCustomEditor(document, panel);
      },
    };
    this.registered.push(
      window.registerCustomEditorProvider("seedfall.trace", editors, { supportsMultipleEditorsPerDocument: false }),
      window.registerUriHandler({ handleUri: (uri) => this.load().open(uri) }),
    );
  }

  get loaded(): boolean {
    return this.session !== undefined;
  }

  /** load gives the session, and begins it if there is none. */
  load(): Session {
    if (!this.session) {
      // eslint-disable-next-line @typescript-eslint/no-require-imports
      const { Session: Made } = require("./session.js") as typeof import("./session");
      this.session = new Made(this.context);
      this.registered.push(this.session);
    }
    return this.session;
  }

  /** end ends the server, if there is one. */
  async end(): Promise<void> {
    await this.session?.end();
  }

  dispose(): void {
    for (const d of this.registered) {
      d.dispose();
    }
  }
}
