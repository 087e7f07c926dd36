// Puts text on the clipboard and tells what came of it.
import type { Host } from "../host";
import { messageOf } from "../hosts/none";

/** Said shows and speaks a sentence. */
export type Said = (text: string) => void;

/** copyTo copies text, which is called what. */
export function copyTo(host: Host, said: Said, text: string, what: string): void {
  host.copy(text).then(
    () => {
      said(`Copied: ${what}`);
    },
    (err: unknown) => {
      said(`Not copied: ${messageOf(err)}`);
    },
  );
}
