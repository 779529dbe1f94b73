/** What a search has found, and what it has not. */
export const search = {
  search: {
    meant: 'Bu kod yok. Bunu mu demek istediniz?',
    late: 'geç gelen',
    unread: 'İşlemler şu anda aranamıyor. Yeniden deneyin.',
    more: 'Daha fazlası var; biraz daha yazın.',
    nowhere: 'Şunlarda bulunamadı: {{kinds}}',
    since: 'Tutar, bekleyenlerde ve {{time}} sonrasında karara bağlananlarda arandı.',
    kinds: {
      id: 'Kimlik',
      code: 'Açıklama kodu',
      iban: 'Çekim IBAN’ı',
      amount: 'Tutar',
      reference: 'Partnerin numarası',
      player_id: 'Oyuncu numarası',
      user_name: 'Kullanıcı adı',
      name: 'Oyuncunun adı',
    },
    looks: {
      id: 'Kimlik gibi görünüyor',
      code: 'Açıklama kodu gibi görünüyor',
      iban: 'IBAN gibi görünüyor',
      amount: 'Tutar gibi görünüyor',
    },
  },
};
