import { channelOperations } from './describe-channel-operations.ts';
import { operatorOperations } from './describe-operator-operations.ts';
import { setupOperations } from './describe-setup-operations.ts';
import { stayOperations } from './describe-stay-operations.ts';
import { webhookOperations } from './describe-webhook-operations.ts';
import type { Described } from './description.ts';

/** Keyed by method and path, as the rows are. */
export const described: Readonly<Record<string, Described>> = {
  ...stayOperations,
  ...operatorOperations,
  ...setupOperations,
  ...channelOperations,
  ...webhookOperations,
};

export function descriptionOf({ method, path }: { method: string; path: string }): Described {
  const key = `${method} ${path}`;
  const found = Object.hasOwn(described, key) ? described[key] : undefined;
  if (found === undefined) throw new Error(`the document does not describe ${key}`);
  return found;
}
