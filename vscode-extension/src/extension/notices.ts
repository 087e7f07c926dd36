import { commands, env, window } from "vscode";
import { install, INSTALL, type Running } from "./install";
import type { Log } from "./log";
import { OWN_PROTOCOL } from "./protocol";
import type { Match } from "./version";

/** Notices are the messages about the server. Each is shown once in a window, but
 * for those of which the user has to hear each time: there is no other sign. */
export class Notices {
  private readonly said = new Set<string>();

  constructor(
    private readonly mine: string,
    private readonly log: Log,
    private readonly server: Running,
  ) {}

  missing(tried: string): void {
    this.said.delete("missing");
    this.offer("missing", `Seedfall finds no language server: ${tried}. Install it with ${INSTALL}@v${this.mine}.`, {
      Install: () => this.install(),
      "Copy Command": () => env.clipboard.writeText(`${INSTALL}@v${this.mine}`),
      "Open Settings": () => commands.executeCommand("workbench.action.openSettings", "seedfall.server.path"),
    });
  }

  /** version says that the versions of extension and server do not go together. */
  version(is: Match, theirs: string, protocol: number | undefined): void {
    const other = protocol !== OWN_PROTOCOL;
    if (!other && (is === "same" || is === "unknown")) {
      return;
    }
    const lacks = other ? ", so that there are no tests and no timeline" : "";
    if (is === "newer" || (other && (protocol ?? 0) > OWN_PROTOCOL)) {
      this.offer(
        "newer",
        `The Seedfall language server ${theirs} is newer than this extension ${this.mine}${lacks}. Update the extension.`,
        {
          "Show Extension": () => commands.executeCommand("workbench.extensions.search", "@id:seedfall.seedfall"),
        },
      );
      return;
    }
    this.offer(
      "older",
      `The Seedfall language server ${theirs} is older than this extension ${this.mine}${lacks}. Install v${this.mine}.`,
      {
        Install: () => this.install(),
      },
    );
  }

  slow(ms: number): void {
    this.offer("slow", `The Seedfall language server has been starting for ${ms / 1000} s. The editor works without it until it answers.`, {
      "Show Log": () => {
        this.log.main.show();
      },
      Restart: () => {
        void this.server.restart();
      },
    });
  }

  givenUp(): void {
    this.said.delete("given up");
    this.offer(
      "given up",
      "The Seedfall language server has ended five times within three minutes and is not started again. Its log says why.",
      {
        "Show Log": () => {
          this.log.main.show();
        },
        "Start Again": () => {
          void this.server.restart();
        },
      },
    );
  }

  private install(): Promise<void> {
    return install(this.mine, this.log, this.server);
  }

  private offer(key: string, message: string, actions: Record<string, () => unknown>): void {
    this.log.main.warn(message);
    if (this.said.has(key)) {
      return;
    }
    this.said.add(key);
    void window.showWarningMessage(message, ...Object.keys(actions)).then((chosen) => {
      if (chosen !== undefined) {
        void actions[chosen]?.();
      }
    });
  }
}
