import { channelOperations } from './channel-operations.ts';
import type { OperationDocs } from './operation-docs.ts';
import { operatorOperations } from './operator-operations.ts';
import { setupOperations } from './setup-operations.ts';
import { stayOperations } from './stay-operations.ts';
import { webhookOperations } from './webhook-operations.ts';

/** Keyed by method and path of the route: `POST /v1/holds`. */
export const operationDocs: Readonly<Record<string, OperationDocs>> = {
  ...stayOperations,
  ...operatorOperations,
  ...setupOperations,
  ...channelOperations,
  ...webhookOperations,
};

export function docsOf({ method, path }: { method: string; path: string }): OperationDocs {
  const key = `${method} ${path}`;
  const docs = Object.hasOwn(operationDocs, key) ? operationDocs[key] : undefined;
  if (docs === undefined) throw new Error(`no documentation for the operation ${key}`);
  return docs;
}
