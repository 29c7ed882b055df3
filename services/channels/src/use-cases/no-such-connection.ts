import { refuse } from '@lodging/kernel';

export function noSuchConnection() {
  return refuse('connection_not_found', 'There is no such channel connection.');
}
