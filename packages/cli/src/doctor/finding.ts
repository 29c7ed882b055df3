export type Level = 'ok' | 'warn' | 'fail';

export interface Finding {
  readonly check: string;
  readonly level: Level;
  readonly message: string;
  /** A command to type or a setting to change; null where nothing needs to be done. */
  readonly remedy: string | null;
}

export const well = (check: string, message: string): Finding => ({
  check,
  level: 'ok',
  message,
  remedy: null,
});
export const warn = (check: string, message: string, remedy: string): Finding => ({
  check,
  level: 'warn',
  message,
  remedy,
});
export const fail = (check: string, message: string, remedy: string): Finding => ({
  check,
  level: 'fail',
  message,
  remedy,
});

/** What was found wrong, or that all is well. */
export function orWell(findings: readonly Finding[], check: string, message: string): readonly Finding[] {
  return findings.length === 0 ? [well(check, message)] : findings;
}
