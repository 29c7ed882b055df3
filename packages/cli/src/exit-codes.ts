export const exitCodes = {
  ok: 0,
  /** The API refused, something failed, or `doctor` found something broken. */
  failed: 1,
  /** The command line is invalid, or a required setting is missing. */
  usage: 2,
  /** The admin API did not answer, or not in time. */
  unreachable: 3,
  /** The user declined a confirmation. */
  declined: 4,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];
