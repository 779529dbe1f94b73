import type { Mail } from '../mail.ts';

/** A person's language is not known before they come, so the letter has both. */
export function invitationLetter({
  email,
  name,
  partnerName,
  invitedBy,
  link,
}: {
  email: string;
  name: string;
  partnerName: string;
  invitedBy: string;
  link: string;
}): Mail {
  const [person, partner, inviter] = [name, partnerName, invitedBy].map(inOneLine);
  return {
    to: email,
    subject: `${partner}: Vezne portal davetiniz / your invitation to the Vezne portal`,
    text: `Merhaba ${person},

${inviter} sizi Vezne portalında ${partner} hesabına davet etti. Şifrenizi belirlemek için 72 saat içinde bu bağlantıyı açın:

${link}

Bağlantı bir kez kullanılabilir. Bu daveti beklemiyorsanız bağlantıyı açmayın; kimseyle paylaşmayın.

---

Hello ${person},

${inviter} invited you to the account of ${partner} at the Vezne portal. Open this link within 72 hours to set your password:

${link}

The link works once. If you don't expect this invitation, don't open the link, and share it with nobody.
`,
  };
}

/** What somebody typed stays one line: it must not look like another part of the letter. */
function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
