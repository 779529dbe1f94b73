/** What use cases know of mail. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** True: a mail server took it. It never throws: what was decided stands, whatever becomes of the mail. */
  send: (mail: Mail) => Promise<boolean>;
}
