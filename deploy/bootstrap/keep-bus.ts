import { runProcess } from '@lodging/kit-runtime';
import { keepBus, PROVISIONER } from '@lodging/nats';
import { busSettings } from './config.ts';

await runProcess({
  name: PROVISIONER,
  settings: busSettings,
  async build({ NATS_URL: url, STREAM_REPLICAS: replicas }, { log, signal }) {
    const keeper = await keepBus({
      url,
      replicas,
      signal,
      onChange: (changes) => log.warn({ changes }, 'streams and consumers of the bus were provisioned'),
      onFailure: (error) => log.error({ err: error }, 'the bus cannot be provisioned'),
    });
    return { checks: { nats: keeper.check }, stop: keeper.stop };
  },
});
