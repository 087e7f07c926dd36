import { expect, test } from "vitest";
import { send } from "../../src/extension/send";

test("a request without a token has one parameter and no list of them", async () => {
  const client = { sendRequest: <T>(...all: unknown[]) => Promise.resolve(all as T) };
  expect(await send(client, "m", { a: 1 }, undefined)).toEqual(["m", { a: 1 }]);
  const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose: () => undefined }) };
  expect(await send(client, "m", { a: 1 }, token)).toEqual(["m", { a: 1 }, token]);
});
