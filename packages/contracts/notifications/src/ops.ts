import { opsOf } from '@lodging/contract-wire';

export const ops = opsOf('notifications');
