/** What is wrong with a webhook, for programs. The message is for people. */
export type WebhookProblem =
  | 'header_missing'
  | 'header_malformed'
  | 'event_id_mismatch'
  | 'secret_malformed'
  | 'body_parsed'
  | 'body_reserialised'
  | 'signature_version_unknown'
  | 'signature_mismatch'
  | 'timestamp_too_old'
  | 'timestamp_too_new'
  | 'not_an_event';

/** Mistakes of the receiving program. The others can come from anybody who knows the address. */
const RECEIVER_MISTAKES: ReadonlySet<WebhookProblem> = new Set([
  'secret_malformed',
  'body_parsed',
  'body_reserialised',
]);

/** The webhook is not proven to come from the service, so do nothing about it. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  /** Programs may rely on it. */
  readonly code: WebhookProblem;

  constructor(code: WebhookProblem, message: string) {
    super(message);
    this.code = code;
  }

  /** Whether the receiving program must be changed, not the webhook that was sent. */
  get isReceiversMistake(): boolean {
    return RECEIVER_MISTAKES.has(this.code);
  }
}
