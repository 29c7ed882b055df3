import { newId } from '../ids.ts';

export type FaultEffect = 'slow' | 'status' | 'lost_reply' | 'refuse';

export interface FaultRule {
  /** slow: answers after `delayMs`. status: answers `status` and nothing has happened.
   * lost_reply: it has happened, and the connection drops. refuse: the connection drops and nothing has happened. */
  readonly effect: FaultEffect;
  readonly status?: number;
  readonly delayMs?: number;
  /** How many calls; 1 unless told, 0 for all until the rules are cleared. */
  readonly count?: number;
  /** 0 to 1: how often it strikes. */
  readonly probability?: number;
  readonly method?: string;
  /** The beginning of the path. */
  readonly path?: string;
  readonly account?: string;
}

export interface StandingFault extends FaultRule {
  readonly id: string;
  readonly remaining: number;
}

export class Faults {
  #rules: StandingFault[] = [];

  add(rule: FaultRule): StandingFault {
    const count = rule.count ?? 1;
    const standing = { ...rule, id: newId('fault'), remaining: count === 0 ? Infinity : count };
    this.#rules.push(standing);
    return standing;
  }

  list(): readonly StandingFault[] {
    return this.#rules;
  }

  clear(): void {
    this.#rules = [];
  }

  /** The rules that strike this call; each is spent by one. */
  take(call: { readonly method: string; readonly path: string; readonly account: string }): FaultRule[] {
    const struck = this.#rules.filter((rule) => strikes(rule, call));
    this.#rules = this.#rules
      .map((rule) => (struck.includes(rule) ? { ...rule, remaining: rule.remaining - 1 } : rule))
      .filter((rule) => rule.remaining > 0);
    return struck;
  }
}

function strikes(rule: FaultRule, call: { method: string; path: string; account: string }): boolean {
  if (rule.method !== undefined && rule.method.toUpperCase() !== call.method) return false;
  if (rule.path !== undefined && !call.path.startsWith(rule.path)) return false;
  if (rule.account !== undefined && rule.account !== call.account) return false;
  return rule.probability === undefined || Math.random() < rule.probability;
}
