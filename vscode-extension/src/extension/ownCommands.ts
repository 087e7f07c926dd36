/** COMMANDS are those of the extension itself; the server has its own, which are there
 * while it runs. */
export const COMMANDS = [
  "startServer",
  "stopServer",
  "restartServer",
  "openLogs",
  "openTimeline",
  "stopAll",
  "rerunLast",
  "nextFailure",
  "previousFailure",
  "copyAddress",
  "doctor",
  "reportIssue",
  "openWalkthrough",
  "newConfig",
  "test.replay",
  "test.shrink",
  "test.timeline",
  "test.addToCorpus",
] as const;

/** Name is one of them, without "seedfall.". */
export type Name = (typeof COMMANDS)[number];
