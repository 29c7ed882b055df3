import { newId } from '../ids.ts';

export type FaultEffect = 'slow' | 'status' | 'lost_reply' | 'refuse';

export interface FaultRule {
  /**
   * slow: answers after `delayMs`. status: answers `status` without effect. lost_reply: closes the connection after the effect.
   * refuse: closes the connection without effect.
   */
  readonly effect: FaultEffect;
  readonly status?: number;
  readonly delayMs?: number;
  /** Number of calls; 1 by default, 0 for all until the faults are cleared. */
  readonly count?: number;
  /** 0 to 1. */
  readonly probability?: number;
  readonly method?: string;
  /** A prefix of the path. */
  readonly path?: string;
  readonly account?: string;
}

export interface ActiveFault extends FaultRule {
  readonly id: string;
  readonly remaining: number;
}

export class Faults {
  #rules: ActiveFault[] = [];

  add(rule: FaultRule): ActiveFault {
    const count = rule.count ?? 1;
    const fault = { ...rule, id: newId('fault'), remaining: count === 0 ? Infinity : count };
    this.#rules.push(fault);
    return fault;
  }

  list(): readonly ActiveFault[] {
    return this.#rules;
  }

  clear(): void {
    this.#rules = [];
  }

  /** The faults of this call; each counts it. */
  consume(call: { readonly method: string; readonly path: string; readonly account: string }): FaultRule[] {
    const matching = this.#rules.filter((rule) => matches(rule, call));
    this.#rules = this.#rules
      .map((rule) => (matching.includes(rule) ? { ...rule, remaining: rule.remaining - 1 } : rule))
      .filter((rule) => rule.remaining > 0);
    return matching;
  }
}

function matches(rule: FaultRule, call: { method: string; path: string; account: string }): boolean {
  if (rule.method !== undefined && rule.method.toUpperCase() !== call.method) return false;
  if (rule.path !== undefined && !call.path.startsWith(rule.path)) return false;
  if (rule.account !== undefined && rule.account !== call.account) return false;
  return rule.probability === undefined || Math.random() < rule.probability;
}
