// Owns the settings of the channels service.
import { commonSettings } from '@lodging/kit-runtime';
import { z } from 'zod';

export const channelsSettings = z.object(commonSettings);
export type ChannelsSettings = z.infer<typeof channelsSettings>;
