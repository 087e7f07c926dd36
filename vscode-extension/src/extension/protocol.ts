// What the language server says in methods of its own. Go has the same types in
// package lsp; numbers of lines are from 0, instants are nanoseconds of virtual time.
// Seeds have 64 bits, more than a number here, and are strings of digits.

/** OWN_PROTOCOL is the version of these methods; a server with another is used as a
 * plain language server. */
export const OWN_PROTOCOL = 1;

/** Arguments are those of every command of the server. */
export interface Arguments {
  config?: string;
  first?: string;
  seeds?: number;
  fingerprint?: string;
  seed?: string;
  duration?: string;
  trigger?: string;
  uri?: string;
  position?: { line: number; character: number };
}

/** Status is the notification seedfall/status and the answer of the request. */
export interface Status {
  health: "ok" | "warning" | "error";
  /** Nothing is being done, or will be on its own. */
  quiescent: boolean;
  message: string;
}

export type TestState = "unknown" | "running" | "passed" | "failed" | "unreached" | "error";

/** TestFailure is a way to fail. */
export interface TestFailure {
  fingerprint: string;
  message: string;
  seeds: string[];
}

/** PropertyTest is a property of a scenario, or a way to fail that none stands for. */
export interface PropertyTest {
  /** Unique in its scenario and the same from run to run. */
  id: string;
  label: string;
  kind: string;
  state: TestState;
  outdated: boolean;
  /** Where it stands; "" if it stands nowhere. */
  uri: string;
  line: number;
  failures: TestFailure[];
}

/** ScenarioTest is a config with its properties. */
export interface ScenarioTest {
  /** The path of the config. */
  id: string;
  label: string;
  uri: string;
  state: TestState;
  outdated: boolean;
  message: string;
  properties: PropertyTest[];
  /** These are not all properties; absent in a whole scenario. */
  part?: TestPart;
}

/** TestPart says that a scenario has only the properties that have changed since it was
 * told last. */
export interface TestPart {
  /** The ids of properties that are not there any more. */
  gone: string[];
  /** Another part follows; until then the scenario is not whole. */
  more: boolean;
  /** How many properties the scenario has. */
  count: number;
}

/** TestsChanged is the notification seedfall/testsChanged: at most 200 items, of which a
 * scenario may be a part. */
export interface TestsChanged {
  changed: ScenarioTest[];
  removed: string[];
}

/** TraceOpen asks for a trace: of a file, of a known failure, of a seed, or of a run
 * that is about that of an open trace. */
export interface TraceOpen {
  file?: string;
  /** The handle of that trace. */
  of?: string;
  config?: string;
  fingerprint?: string;
  seed?: string;
  /** The content of a .faults.json file to run instead. */
  schedule?: unknown;
  nearestPassing?: { fingerprint?: string; seed?: string };
}

/** TraceOpened is an open trace. */
export interface TraceOpened {
  handle: string;
  file: string;
  header: { seed: string; digest?: string; failure?: { event?: number } };
  verdict?: { outcome: string; text: string };
  near?: { text: string };
}
