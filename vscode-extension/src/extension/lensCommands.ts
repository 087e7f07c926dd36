import type { CodeLens } from "vscode";
import type { Disposes } from "./disposes";

/** MOST is of how many commands of lenses the words are kept. */
const MOST = 500;

/** LensCommands gives each command of a lens, with its arguments, a name of its own.
 * VS Code keeps the arguments of a command only as long as the lens that has it, so
 * that a click on one which was just drawn anew would do nothing but tell so. A name
 * without arguments it takes as it is. */
export class LensCommands implements Disposes {
  private readonly names = new Map<string, { name: string; registered: Disposes }>();
  private last = 0;

  constructor(
    private readonly register: (name: string, run: () => unknown) => Disposes,
    private readonly run: (command: string, args: unknown[]) => unknown,
  ) {}

  /** name has a lens do its command by a name. */
  name<T extends Pick<CodeLens, "command">>(lens: T): T {
    const { command } = lens;
    if (command?.command && command.arguments?.length) {
      lens.command = { ...command, command: this.nameOf(command.command, command.arguments) };
      delete lens.command.arguments;
    }
    return lens;
  }

  dispose(): void {
    for (const { registered } of this.names.values()) {
      registered.dispose();
    }
    this.names.clear();
  }

  private nameOf(command: string, args: unknown[]): string {
    const key = JSON.stringify([command, args]);
    const known = this.names.get(key) ?? this.add(command, args);
    this.names.delete(key); // what was used last stands last
    this.names.set(key, known);
    for (const [oldest, { registered }] of this.names) {
      if (this.names.size <= MOST) {
        break;
      }
      registered.dispose();
      this.names.delete(oldest);
    }
    return known.name;
  }

  private add(command: string, args: unknown[]): { name: string; registered: Disposes } {
    const name = `_seedfall.lens.${++this.last}`; // the underscore keeps it out of lists of commands
    return { name, registered: this.register(name, () => this.run(command, args)) };
  }
}
