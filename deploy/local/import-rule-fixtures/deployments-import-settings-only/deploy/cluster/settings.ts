import { placeHold } from '../../services/stay/src/domain/place-hold.ts';

export const checked = placeHold;
