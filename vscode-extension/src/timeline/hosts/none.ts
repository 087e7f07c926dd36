// What a host gives that can do nothing besides handing out sections.
import type { Abilities } from "../host";

/** NO_ABILITIES is all off. */
export const NO_ABILITIES: Abilities = { source: false, goroutines: false, replay: false, neighbour: false };

/** abilitiesOf takes what a peer claims; anything but true is off. */
export function abilitiesOf(claim: unknown): Abilities {
  const said = (claim ?? {}) as Record<string, unknown>;
  return {
    source: said["source"] === true,
    goroutines: said["goroutines"] === true,
    replay: said["replay"] === true,
    neighbour: said["neighbour"] === true,
  };
}

/** messageOf is the sentence of an error, whatever was thrown. */
export function messageOf(err: unknown): string {
  return err instanceof Error ? err.message : String(err);
}
