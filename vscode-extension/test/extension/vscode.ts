// Stands in for the editor: what the tests look at is here, and everything else does
// nothing and gives something that does nothing.

type Heard<T> = (event: T) => unknown;

/** nothing can be called, made and asked for anything. */
export const nothing: never = new Proxy(function () {} as never, {
  get: (_, key) => (key === "then" || typeof key === "symbol" ? undefined : nothing),
  apply: () => nothing,
  construct: () => nothing,
  set: () => true,
});

/** over lays something over what does nothing. */
const over = <T extends object>(what: T): T =>
  new Proxy(what, { get: (t, key) => (key in t ? t[key as keyof T] : (nothing as T[keyof T])) });

export class EventEmitter<T> {
  private readonly all = new Set<Heard<T>>();
  readonly event = (f: Heard<T>) => {
    this.all.add(f);
    return { dispose: () => void this.all.delete(f) };
  };
  fire(event: T): void {
    [...this.all].forEach((f) => f(event));
  }
  dispose(): void {
    this.all.clear();
  }
}

export class Uri {
  constructor(
    readonly scheme: string,
    readonly path: string,
    readonly query = "",
  ) {}
  static file = (path: string) => new Uri("file", path);
  static joinPath = (base: Uri, ...parts: string[]) => new Uri(base.scheme, [base.path, ...parts].join("/"));
  static parse = (text: string) => new Uri(text.split(":")[0]!, text.replace(/^\w+:(\/\/)?/, ""));
  get fsPath(): string {
    return this.path;
  }
  toString(): string {
    return `${this.scheme}://${this.path}`;
  }
}

/** folders are those that are open, and settings what the user has set. */
export const state = {
  folders: [] as { uri: Uri; name: string; index: number }[],
  settings: {} as Record<string, unknown>,
  trusted: true,
  /** What was shown to the user, and which commands were done. */
  shown: [] as string[],
  done: [] as unknown[][],
  /** What gives the tasks. */
  tasks: undefined as { provideTasks: () => unknown } | undefined,
};

export const trust = new EventEmitter<void>();
export const changed = new EventEmitter<{ affectsConfiguration: (name: string) => boolean }>();

const folderOf = (uri: Uri) => state.folders.find((f) => uri.path.startsWith(`${f.uri.path}/`));

export const workspace = over({
  get workspaceFolders() {
    return state.folders;
  },
  get isTrusted() {
    return state.trusted;
  },
  onDidGrantWorkspaceTrust: trust.event,
  onDidChangeConfiguration: changed.event,
  getConfiguration: () => ({ get: (name: string, otherwise: unknown) => state.settings[name] ?? otherwise }),
  getWorkspaceFolder: folderOf,
  asRelativePath: (path: string) => path.slice((folderOf(Uri.file(path))?.uri.path.length ?? -1) + 1),
  fs: over({ stat: () => Promise.resolve({}) }),
});

const show = (text: string) => {
  state.shown.push(text);
  return Promise.resolve(undefined);
};

export const window = over({
  visibleTextEditors: [],
  showErrorMessage: show,
  showWarningMessage: show,
  withProgress: (_: unknown, work: (...args: unknown[]) => unknown) => work(nothing, { onCancellationRequested: nothing }),
});

export const commands = over({
  executeCommand: (...args: unknown[]) => {
    state.done.push(args);
    return Promise.resolve(undefined);
  },
});

export const tasks = over({
  registerTaskProvider: (_: string, provider: { provideTasks: () => unknown }) => {
    state.tasks = provider;
    return nothing;
  },
});

export class Task {
  isBackground = false;
  group: unknown;
  constructor(
    readonly definition: unknown,
    readonly scope: unknown,
    readonly name: string,
    readonly source: string,
    readonly execution: unknown,
  ) {}
}
export class ProcessExecution {
  constructor(
    readonly process: string,
    readonly args: string[],
    readonly options: object,
  ) {}
}
export const TaskScope = { Workspace: 2 };
export const TaskGroup = { Test: "test" };
export const env = over({ uriScheme: "vscode" });
export class MarkdownString {
  isTrusted = false;
  appendText = () => this;
  appendMarkdown = () => this;
}
export const StatusBarAlignment = { Left: 1 };
export const ProgressLocation = { Notification: 15 };
export const OverviewRulerLane = { Right: 4 };
export const TestRunProfileKind = { Run: 1, Coverage: 3 };
export const tests = nothing;
export const version = "1.91.0";
export const ViewColumn = { Beside: -2 };
/** FileCoverage is extended, which only a class can be. */
export class FileCoverage {
  readonly detailed = true;
}
export {
  nothing as StatementCoverage,
  nothing as TestCoverageCount,
  nothing as ThemeColor,
  nothing as Range,
  nothing as Position,
  nothing as Selection,
  nothing as Location,
  nothing as TestMessage,
  nothing as TestTag,
  nothing as TestRunRequest,
};
