// Owns the process of the channels service.
import { runService } from '@lodging/kit-runtime';
import { buildChannels } from './app.ts';
import { channelsSettings } from './config.ts';

await runService({ name: 'channels', settings: channelsSettings, build: buildChannels });
