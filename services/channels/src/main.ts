import { runService } from '@lodging/kit-runtime';
import { buildChannels } from './app.ts';
import { channelsSettings } from './settings.ts';

await runService({ name: 'channels', settings: channelsSettings, build: buildChannels });
