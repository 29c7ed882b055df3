export const exitCodes = {
  ok: 0,
  /** The API refused, something failed, or `doctor` found something broken. */
  failed: 1,
  /** The command line itself is wrong, or a setting that it needs is missing. */
  usage: 2,
  /** The admin API did not answer, or not in time. */
  unreachable: 3,
  /** Somebody said no when asked. */
  declined: 4,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
