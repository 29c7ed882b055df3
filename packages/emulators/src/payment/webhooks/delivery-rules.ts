import { newId } from '../ids.ts';
import { isOfType } from './event-types.ts';
import type { EventRecord } from '../state/records.ts';

export interface DeliveryRule {
  /**
   * late: the first attempt is made after `delayMs`. twice: `copies` deliveries of one event. reorder: `batch` events are collected
   * and sent in reverse order, one after another. drop: never sent.
   */
  readonly effect: 'late' | 'twice' | 'reorder' | 'drop';
  /** Exact types, or `charge.*`; all when absent. */
  readonly types?: readonly string[];
  readonly account?: string;
  /** Only events of this object. */
  readonly objectId?: string;
  /** Number of events; absent or 0 for all until the rules are cleared. */
  readonly count?: number;
  /** late: 5000 by default. reorder: how long an incomplete batch waits, 3000 by default. */
  readonly delayMs?: number;
  readonly copies?: number;
  readonly batch?: number;
  /** 0 to 1. */
  readonly probability?: number;
}

export interface ActiveRule extends DeliveryRule {
  readonly id: string;
  readonly remaining: number;
}

export class DeliveryRules {
  #rules: ActiveRule[] = [];

  add(rule: DeliveryRule): ActiveRule {
    const count = rule.count ?? 0;
    const active = { ...rule, id: newId('rule'), remaining: count === 0 ? Infinity : count };
    this.#rules.push(active);
    return active;
  }

  list(): readonly ActiveRule[] {
    return this.#rules;
  }

  clear(): void {
    this.#rules = [];
  }

  /** The first rule for this event, which counts it. */
  consume(event: EventRecord, account: string): ActiveRule | undefined {
    const rule = this.#rules.find((candidate) => applies(candidate, event, account));
    if (rule === undefined) return undefined;
    this.#rules = this.#rules
      .map((each) => (each === rule ? { ...each, remaining: each.remaining - 1 } : each))
      .filter((each) => each.remaining > 0);
    return rule;
  }
}

function applies(rule: ActiveRule, event: EventRecord, account: string): boolean {
  if (rule.types !== undefined && !rule.types.some((type) => isOfType(event.object.type, type))) return false;
  if (rule.account !== undefined && rule.account !== account) return false;
  if (rule.objectId !== undefined && rule.objectId !== event.about) return false;
  return rule.probability === undefined || Math.random() < rule.probability;
}
