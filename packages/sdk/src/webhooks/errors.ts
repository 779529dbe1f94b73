/** What is wrong with a webhook, for a program. The sentence beside it is for the person who looks into it. */
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

/** These are mistakes of the receiving program. The others can be anybody's who found the address. */
const RECEIVER_MISTAKES: ReadonlySet<WebhookProblem> = new Set([
  'secret_malformed',
  'body_parsed',
  'body_reserialised',
]);

/** The webhook is not proven to come from the service, so nothing may be done about it. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
  /** What a program may rely on. */
  readonly code: WebhookProblem;

  constructor(code: WebhookProblem, message: string) {
    super(message);
    this.code = code;
  }

  /** Whether the program that receives must be changed, and not what was sent. */
  get isReceiversMistake(): boolean {
    return RECEIVER_MISTAKES.has(this.code);
  }
}
