import type { CancellationToken } from "vscode";

/** Asks is what sends a request: a language client. */
interface Asks {
  sendRequest<T>(method: string, params: unknown, token?: CancellationToken): Promise<T>;
}

/** send makes a request. A token that is undefined is left out: the client takes it for
 * a second parameter, and sends both as a list. */
export function send<T>(client: Asks, method: string, params: unknown, token: CancellationToken | undefined): Promise<T> {
  return token ? client.sendRequest<T>(method, params, token) : client.sendRequest<T>(method, params);
}
