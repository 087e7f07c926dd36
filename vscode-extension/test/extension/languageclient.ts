// Stands in for the language client: a connection that begins, answers and ends as a
// test says.

/** clients are all that were made, the newest last. */
export const clients: LanguageClient[] = [];

interface Options {
  errorHandler: { closed: () => unknown };
}

export class LanguageClient {
  private running = false;
  private readonly heard = new Map<string, (params: unknown) => void>();
  readonly features: object[] = [];
  readonly asked: string[] = [];
  readonly answers: Record<string, unknown> = {};
  began!: () => void;
  failed!: (e: Error) => void;
  readonly initializeResult = { serverInfo: { version: "v0.1.0" }, capabilities: { experimental: { seedfall: { protocol: 1 } } } };

  constructor(
    _id: string,
    _name: string,
    _server: unknown,
    readonly options: Options,
  ) {
    clients.push(this);
  }
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.began = () => {
        this.running = true;
        resolve();
      };
      this.failed = reject;
    });
  }
  stop(): Promise<void> {
    this.running = false;
    return Promise.resolve();
  }
  isRunning(): boolean {
    return this.running;
  }
  registerFeature(feature: object): void {
    this.features.push(feature);
  }
  onNotification(method: string, f: (params: unknown) => void): void {
    this.heard.set(method, f);
  }
  onProgress(): { dispose: () => void } {
    return { dispose: () => undefined };
  }
  sendNotification(): Promise<void> {
    return Promise.resolve();
  }
  sendRequest(method: string): Promise<unknown> {
    this.asked.push(method);
    return Promise.resolve(this.answers[method]);
  }
  error(): void {
    // it is in the log
  }
  /** notify has the server say something. */
  notify(method: string, params: unknown): void {
    this.heard.get(method)?.(params);
  }
}

export const CloseAction = { DoNotRestart: 1 };
export const ErrorAction = { Continue: 1 };
export const RevealOutputChannelOn = { Never: 4 };
export const WorkDoneProgress = { type: {} };
