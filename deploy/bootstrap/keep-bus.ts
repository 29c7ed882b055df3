import { runProcess } from '@lodging/kit-runtime';
import { keepBus, PROVISIONER } from '@lodging/nats';
import { busSettings } from './config.ts';

await runProcess({
  name: PROVISIONER,
  settings: busSettings,
  async build(settings, { log, signal }) {
    const keeper = await keepBus({
      url: settings.NATS_URL,
      caFile: settings.NATS_CA_FILE,
      certFile: settings.NATS_CERT_FILE,
      keyFile: settings.NATS_KEY_FILE,
      replicas: settings.STREAM_REPLICAS,
      signal,
      onChange: (changes) => log.warn({ changes }, 'streams and consumers of the bus were provisioned'),
      onFailure: (error) => log.error({ err: error }, 'the bus cannot be provisioned'),
    });
    return { checks: { nats: () => keeper.check() }, stop: () => keeper.stop() };
  },
});
