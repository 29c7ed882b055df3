import { settings } from '../../services/stay/src/settings.ts';

export const checked = settings;
