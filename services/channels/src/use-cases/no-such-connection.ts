// Owns the one answer for a connection that is not there, is being deleted, or is another tenant's.
import { refuse } from '@lodging/kernel';

export function noSuchConnection() {
  return refuse('connection_not_found', 'There is no such channel connection.');
}
