import { ProcessExecution, Task, TaskGroup, TaskScope, tasks, Uri, workspace, type TaskDefinition, type WorkspaceFolder } from "vscode";
import type { Disposes } from "./disposes";
import type { Tree } from "./testTree";
import { taskArgs, type Definition } from "./taskArgs";

/** Tasks offers a task for each scenario, and runs those that a tasks.json has. They
 * run the seedfall command, as a terminal would. */
export class Tasks implements Disposes {
  private readonly registered: Disposes;

  constructor(private readonly tree: Tree) {
    this.registered = tasks.registerTaskProvider("seedfall", {
      provideTasks: () =>
        this.tree.scenarios().map((s) => {
          const folder = workspace.getWorkspaceFolder(Uri.file(s.id)); // in which the config's path is right
          return task({ type: "seedfall", command: "run", config: workspace.asRelativePath(s.id, false) }, folder);
        }),
      resolveTask: (t) =>
        task(t.definition as Definition & TaskDefinition, typeof t.scope === "object" ? t.scope : undefined, t.definition),
    });
  }

  dispose(): void {
    this.registered.dispose();
  }
}

function task(d: Definition & TaskDefinition, folder: WorkspaceFolder | undefined, definition: TaskDefinition = d): Task {
  const run = new ProcessExecution("seedfall", taskArgs(d), folder ? { cwd: folder.uri.fsPath } : {});
  const name = `${d.command} ${d.config ?? "seedfall.json"}`;
  const t = new Task(definition, folder ?? TaskScope.Workspace, name, "seedfall", run, d.watch ? ["$seedfall-watch"] : ["$seedfall"]);
  t.isBackground = d.watch === true;
  t.group = TaskGroup.Test;
  return t;
}
