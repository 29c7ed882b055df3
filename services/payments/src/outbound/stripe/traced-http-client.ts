import { traceHttpCall } from '@lodging/kit-runtime';
import Stripe from 'stripe';

type HttpClient = NonNullable<ConstructorParameters<typeof Stripe>[1]>['httpClient'] & {};

/** The path without ids, for names of spans and metrics: `/v1/payment_intents/pi_3N…/cancel` → `…/:id/cancel`. */
export function templateOf(path: string): string {
  const [plain = ''] = path.split('?', 1);
  return plain.replace(/\/[a-z]+_[A-Za-z0-9_]*[A-Z0-9][A-Za-z0-9_]*(?=\/|$)/g, '/:id');
}

export function createTracedHttpClient(): HttpClient {
  const inner = Stripe.createNodeHttpClient();
  return {
    getClientName: () => inner.getClientName(),
    makeRequest: (host, port, path, method, headers, requestData, protocol, timeout) => {
      const attributes = { 'server.address': host, 'server.port': Number(port) };
      const call = { peer: 'provider', method, template: templateOf(path), attributes };
      return traceHttpCall(
        call,
        () => inner.makeRequest(host, port, path, method, headers, requestData, protocol, timeout),
        (response) => ({ status: response.getStatusCode() }),
      );
    },
  };
}
