// Owns the process of the gateway.
import { runService } from '@lodging/kit-runtime';
import { buildGateway } from './app.ts';
import { gatewaySettings } from './config.ts';

await runService({ name: 'gateway', settings: gatewaySettings, build: buildGateway });
