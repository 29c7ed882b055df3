import { traceHttpCall } from '@lodging/kit-runtime';
import Stripe from 'stripe';

type HttpClient = NonNullable<ConstructorParameters<typeof Stripe>[1]>['httpClient'] & {};

/** `/v1/payment_intents/pi_3N…/cancel?x=y` is `/v1/payment_intents/:id/cancel`. */
export function templateOf(path: string): string {
  const [plain = ''] = path.split('?', 1);
  return plain.replace(/\/[a-z]+_[A-Za-z0-9_]*[A-Z0-9][A-Za-z0-9_]*(?=\/|$)/g, '/:id');
}

export function tracedHttpClient(): HttpClient {
  const inner = Stripe.createNodeHttpClient();
  return {
    getClientName: () => inner.getClientName(),
    makeRequest: (host, port, path, method, headers, requestData, protocol, timeout) => {
      const where = { 'server.address': host, 'server.port': Number(port) };
      const call = { peer: 'provider', method, template: templateOf(path), attributes: where };
      return traceHttpCall(
        call,
        () => inner.makeRequest(host, port, path, method, headers, requestData, protocol, timeout),
        (answer) => ({ status: answer.getStatusCode() }),
      );
    },
  };
}
