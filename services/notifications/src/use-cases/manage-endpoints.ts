import type { WebhookEventType } from '@lodging/contract-notifications';
import { ok, refuse } from '@lodging/kernel';
import type { Clock, NewId, Result } from '@lodging/kernel';
import { noSuchEndpoint } from './no-such-endpoint.ts';
import type { Caller, Endpoint, Endpoints, Receivers, Vault } from './webhook-ports.ts';

export interface EndpointDeps {
  readonly endpoints: Endpoints;
  readonly receivers: Pick<Receivers, 'check'>;
  readonly vault: Pick<Vault, 'seal'>;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly newSecret: () => string;
}
/** The only time that the secret is shown. */
export type EndpointWithSecret = Endpoint & { readonly secret: string };

const BOTH_SIGN_HOURS = 24;

export function manageEndpoints(deps: EndpointDeps) {
  const { endpoints, receivers, vault, clock, newId, newSecret } = deps;
  return {
    async create(
      { tenantId }: Caller,
      { url, eventTypes }: { readonly url: string; readonly eventTypes: readonly WebhookEventType[] },
    ): Promise<Result<EndpointWithSecret>> {
      const checked = await receivers.check(url);
      if (!checked.ok) {
        const message = checked.refusal.detail;
        return refuse('validation_failed', message, { errors: [{ pointer: '/url', message }] });
      }
      const [id, secret] = [newId(), newSecret()];
      const endpoint = await endpoints.create(tenantId, {
        id,
        url,
        eventTypes: [...new Set(eventTypes)],
        sealedSecret: vault.seal(tenantId, id, secret),
        createdAt: clock.now(),
      });
      return endpoint === undefined
        ? refuse('webhook_endpoint_limit_reached', 'The tenant has as many webhook endpoints as it may have.')
        : ok({ ...endpoint, secret });
    },
    list: ({ tenantId }: Caller): Promise<Endpoint[]> => endpoints.list(tenantId),
    async read({ tenantId }: Caller, id: string): Promise<Result<Endpoint>> {
      const endpoint = await endpoints.find(tenantId, id);
      return endpoint === undefined ? noSuchEndpoint() : ok(endpoint);
    },
    async delete({ tenantId }: Caller, id: string): Promise<Result<{ deleted: true }>> {
      return (await endpoints.delete(tenantId, id, clock.now())) ? ok({ deleted: true }) : noSuchEndpoint();
    },
    async rotateSecret({ tenantId }: Caller, id: string): Promise<Result<EndpointWithSecret>> {
      const secret = newSecret();
      const now = clock.now();
      const endpoint = await endpoints.rotate(tenantId, id, {
        sealedSecret: vault.seal(tenantId, id, secret),
        now,
        oldUntil: now.add({ hours: BOTH_SIGN_HOURS }),
      });
      return endpoint === undefined ? noSuchEndpoint() : ok({ ...endpoint, secret });
    },
  };
}
