/** Why an event did not arrive. */
export const deliveryProblems = {
  connection_reset: 'bağlantı koptu',
  connection_refused: 'bağlantı geri çevrildi',
  timeout: 'zamanında yanıt gelmedi',
  unreachable: 'adrese ulaşılamadı',
  name_not_resolved: 'alan adı bulunamadı',
  certificate_not_trusted: 'sertifikaya güvenilmiyor',
  tls_failed: 'güvenli bağlantı kurulamadı',
  malformed_answer: 'yanıt okunamadı',
  failed: 'gönderilemedi',
};
