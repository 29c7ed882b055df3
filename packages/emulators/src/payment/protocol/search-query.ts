import type Stripe from 'stripe';
import { invalidParameter } from './api-error.ts';

const TERM =
  /^(?:metadata\[["']([^"']+)["']\]|(status|currency|amount|created))\s*(:|>=|<=|>|<)\s*["']?([^"']*)["']?$/;

export function matcherOf(query: string): (intent: Stripe.PaymentIntent) => boolean {
  const terms = query.split(/\s+AND\s+/i).map((text) => parseTerm(text.trim()));
  return (intent) => terms.every((matches) => matches(intent));
}

function parseTerm(text: string): (intent: Stripe.PaymentIntent) => boolean {
  const [, key, field, operator, value] = TERM.exec(text) ?? [];
  if (operator === undefined || value === undefined) {
    throw invalidParameter('query', `We were unable to parse your search query near '${text}'.`);
  }
  if (key !== undefined) return (intent) => intent.metadata[key] === value;
  if (field === 'amount' || field === 'created')
    return (intent) => compares(intent[field], operator, Number(value));
  if (field === 'status' || field === 'currency') return (intent) => intent[field] === value;
  return () => false;
}

function compares(left: number, operator: string, right: number): boolean {
  switch (operator) {
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    default:
      return left === right;
  }
}
