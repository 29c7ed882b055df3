import { newId } from '../ids.ts';
import { isOfType } from '../operations/list-objects.ts';
import type { EventRecord } from '../state/records.ts';

export interface DeliveryRule {
  /** late: the first try comes after `delayMs`. twice: `copies` deliveries of one event.
   * reorder: `batch` events are gathered and sent last first, one after another. drop: never sent. */
  readonly effect: 'late' | 'twice' | 'reorder' | 'drop';
  /** Exact types, or `charge.*`; all when absent. */
  readonly types?: readonly string[];
  readonly account?: string;
  /** Events about this object alone. */
  readonly objectId?: string;
  /** How many events; absent or 0 for all until the rules are cleared. */
  readonly count?: number;
  /** late: 5000 unless told. reorder: how long an unfilled batch waits, 3000 unless told. */
  readonly delayMs?: number;
  readonly copies?: number;
  readonly batch?: number;
  /** 0 to 1: how often it applies. */
  readonly probability?: number;
}

export interface StandingRule extends DeliveryRule {
  readonly id: string;
  readonly remaining: number;
}

export class DeliveryRules {
  #rules: StandingRule[] = [];

  add(rule: DeliveryRule): StandingRule {
    const count = rule.count ?? 0;
    const standing = { ...rule, id: newId('rule'), remaining: count === 0 ? Infinity : count };
    this.#rules.push(standing);
    return standing;
  }

  list(): readonly StandingRule[] {
    return this.#rules;
  }

  clear(): void {
    this.#rules = [];
  }

  /** The first rule that applies to this event, spent by one. */
  take(event: EventRecord, account: string): StandingRule | undefined {
    const rule = this.#rules.find((candidate) => applies(candidate, event, account));
    if (rule === undefined) return undefined;
    this.#rules = this.#rules
      .map((each) => (each === rule ? { ...each, remaining: each.remaining - 1 } : each))
      .filter((each) => each.remaining > 0);
    return rule;
  }
}

function applies(rule: StandingRule, event: EventRecord, account: string): boolean {
  if (rule.types !== undefined && !rule.types.some((type) => isOfType(event.object.type, type))) return false;
  if (rule.account !== undefined && rule.account !== account) return false;
  if (rule.objectId !== undefined && rule.objectId !== event.about) return false;
  return rule.probability === undefined || Math.random() < rule.probability;
}
