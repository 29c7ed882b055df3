import { runService } from '@lodging/kit-runtime';
import { buildGateway } from './app.ts';
import { gatewaySettings } from './settings.ts';

await runService({ name: 'gateway', settings: gatewaySettings, build: buildGateway });
