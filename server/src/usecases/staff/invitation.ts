/** How a link to enrol comes to its person: by mail, or by the hand of whoever confirmed it. */
import { displayTime } from '@vezne/domain/written';
import type { StaffRecord } from '../../db/read/staff/staff.ts';
import type { Mail, Mailer } from '../mail.ts';
import type { EnrolmentLink } from './enrolment.ts';

export interface Post {
  /** Undefined: this process sends no mail. */
  mailer: Mailer | undefined;
  /** Also where it was sent: on a developer's machine nobody reads mail. */
  showsLinks: boolean;
}

/** What a confirmation has made. */
export interface MadeLink {
  person: Pick<StaffRecord, 'handle' | 'name'>;
  enrolment: EnrolmentLink;
  mailTo?: string | undefined;
  /** Where the link is not one of our own people. */
  letter?: Pick<Mail, 'subject' | 'text'> | undefined;
}

export interface HandedOver {
  /** For whoever confirmed. Null: it was sent, and nobody but the person needs to see it. */
  link: string | null;
  expiresAt: Date;
  mailTo: string | null;
  /** `none`: no address was named. */
  mail: 'sent' | 'failed' | 'none';
}

/** After the transaction: the person exists, whatever becomes of the mail. */
export async function handOver(made: MadeLink, { mailer, showsLinks }: Post): Promise<HandedOver> {
  const { enrolment, mailTo } = made;
  const mail = mailTo === undefined ? 'none' : await sent(made, mailTo, mailer);
  return {
    link: mail === 'sent' && !showsLinks ? null : enrolment.link,
    expiresAt: enrolment.expiresAt,
    mailTo: mailTo ?? null,
    mail,
  };
}

async function sent(made: MadeLink, to: string, mailer: Mailer | undefined): Promise<'sent' | 'failed'> {
  const isSent = await mailer?.send({ to, ...(made.letter ?? invitation(made)) });
  return isSent === true ? 'sent' : 'failed';
}

/** In both languages: nobody knows yet which one the person reads. */
function invitation({ person: { handle, name }, enrolment: { link, expiresAt } }: MadeLink): {
  subject: string;
  text: string;
} {
  return {
    subject: 'Vezne: kayıt bağlantınız / your link to enrol',
    text: `Merhaba ${name},

Vezne konsolunda kullanıcı adınız: ${handle}
Parolanızı ve ikinci adımınızı aşağıdaki bağlantıda belirleyin. Bağlantı bir kez, en geç ${displayTime(expiresAt, 'tr')} saatine kadar çalışır.

${link}

Bağlantıyı kimseyle paylaşmayın: ilk açan kişi sizin adınıza kaydolur. Çalışmıyorsa yöneticinize hemen haber verin.

--

Hello ${name},

Your username at the Vezne console is: ${handle}
Set your password and your second step with the link above. It works once, until ${displayTime(expiresAt, 'en')} (Turkey).

Share it with nobody: whoever opens it first enrols in your name. If it does not work, tell your administrator at once.
`,
  };
}
