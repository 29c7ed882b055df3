import type { Invariant } from '../evidence.ts';

/**
 * No answer, webhook or feed of a tenant has anything of another one in it: every name, address and code has its tenant's marker,
 * and every id of a resource is known. What another tenant has is unknown.
 */
export const tenantsApart: Invariant = {
  name: 'I4',
  promise: 'No tenant ever sees anything of another one.',
  check: ({ history }) => [
    ...history.leaks.map(({ tenant, where, marker }) => `${tenant} saw ${marker} in ${where}`),
    ...history.operations
      .filter(({ op, outcome }) => op === 'foreign' && outcome === 'ok')
      .map(({ tenant, input }) => `${tenant} read a record of ${String(input['of'])}`),
    ...history.webhooks.flatMap(({ tenant, eventId, body }) => {
      const text = JSON.stringify(body);
      return history.tenants
        .filter((other) => other.id !== tenant)
        .filter((other) =>
          [other.marker, other.id, ...other.resources.map(({ id }) => id)].some((mark) =>
            text.includes(mark),
          ),
        )
        .map((other) => `${tenant} was sent ${eventId} of ${other.id}`);
    }),
  ],
};
