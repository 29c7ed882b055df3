export type Level = 'ok' | 'warn' | 'fail';

export interface Finding {
  readonly check: string;
  readonly level: Level;
  readonly message: string;
  /** A command to type or a setting to change; null where nothing needs to be done. */
  readonly remedy: string | null;
}

export const ok = (check: string, message: string): Finding => ({
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

/** The findings, or one of level `ok` where there are none. */
export function orOk(findings: readonly Finding[], check: string, message: string): readonly Finding[] {
  return findings.length === 0 ? [ok(check, message)] : findings;
}
