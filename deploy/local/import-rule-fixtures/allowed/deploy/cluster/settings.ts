import { settings } from '../../services/stay/src/config.ts';

export const checked = settings;
