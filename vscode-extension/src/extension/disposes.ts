/** Disposes is whatever has to be given back. VS Code's own type is a class, which
 * ours are not. */
export interface Disposes {
  dispose: () => void;
}
