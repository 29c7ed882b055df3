/** An event as one consumer knows it: marked as processed in the transaction of its effect. */
export interface InboxMark {
  readonly consumer: string;
  readonly eventId: string;
}
