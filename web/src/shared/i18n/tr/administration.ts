/** What every screen of the administration says: a change, done by one or asked of two. */
export const administration = {
  administration: {
    parts: 'Bölümler',
    ask: 'İkinci onaya gönder',
    asked: 'İkinci onaya gönderildi; onaylanana kadar hiçbir şey değişmez.',
    unchanged: 'Zaten bu durumdaydı; bir şey değişmedi.',
    open_request: 'İsteği aç',
    takes_two: 'Bu değişiklik ancak ikinci bir kişi onaylayınca geçerli olur.',
    note: 'Gerekçe (isteğe bağlı)',
    note_help: 'Onaylayacak kişi okur.',
    waiting: 'Onay bekleyen değişiklik:',
    may_not: 'Bunları yalnızca yöneticiler değiştirebilir.',
    told_once: {
      title: 'Yeni anahtarlar: {{name}}',
      text: 'Pencere kapanınca hiç kimse bir daha okuyamaz; kaybolursa yenisi üretilir. Partnere güvenli bir yoldan iletin: e-postayla ya da mesajla değil.',
    },
    refusals: {
      partner_name_taken: 'Bu ada sahip ya da çok benzeyen bir partner var. Başka bir ad yazın.',
      host_name_invalid:
        'Bir satır geçerli bir alan adı değil. Yalnızca adı yazın: magaza.example.com; yol, port ve yıldız olmadan.',
      network_invalid: 'Bir satır IP adresi ya da ağ değil. Örnek: 203.0.113.7 ya da 203.0.113.0/24.',
      network_not_whole:
        'Bir satırdaki adres ağın başı değil. Ağı 203.0.113.0/24 gibi başından, tek bir adresi “/” kullanmadan yazın.',
      requests_per_second_out_of_range: 'Saniyedeki istek sayısı 1 ile 100.000 arasında olmalı.',
      // Bank accounts.
      iban_invalid: 'Bu bir IBAN değil. Rakamları yeniden karşılaştırın.',
      iban_not_turkish: 'Türkiye’de bir hesap olmalı; IBAN TR ile başlar.',
      iban_taken: 'Bu IBAN’a sahip bir hesap zaten var.',
      last_enabled_account:
        'Açık olan son hesap bu. Önce başka bir hesabı açın ya da platformda yatırımları duraklatın.',
      request_already_open: 'Bununla ilgili bir istek zaten ikinci onayda. Önce o sonuçlansın.',
      // Of people.
      handle_taken:
        'Bu kullanıcı adı birine verilmiş; ayrılmış olsa da yeniden verilmez. Başka bir ad yazın.',
      handle_invalid: 'Kullanıcı adı 2–32 küçük harf ve rakamdan oluşur ve harfle başlar.',
      no_role_named: 'Kişinin en az bir rolü olmalı.',
      last_administrator:
        'Etkin tek yönetici o: hesabı kapatılamaz, yönetici rolü alınamaz. Önce bir yönetici daha ekleyin.',
      administrators_first: 'Henüz iki yönetici yok. İlk iki yönetici komut satırından eklenir.',
      email_taken:
        'Bu adresle portala giren biri zaten var; belki başka bir partnerde. Başka bir adres yazın.',
      email_invalid: 'Bu bir e-posta adresi değil. Örnek: ayse@ornek.com',
      actor_name_letters: 'Adda başka harflerle karışan karakterler var. Latin harfleriyle yazın.',
      no_portal_role_named: 'En az bir rol seçin.',
      no_portal: 'Konsola portalın adresi verilmemiş. Teknik ekibe haber verin.',
      roles_from_past: 'Rollerin başlangıcı geçmişte kaldı. Sonraki bir an seçin.',
      staff_disabled: 'Kişinin hesabı kapalı. Önce hesabını açın.',
      pressed_otherwise: 'Bu istek daha önce başka içerikle gönderildi. Sayfayı yenileyip sonucuna bakın.',
      state_conflict: 'Bu arada değişti; yeniden okundu. Bakıp yeniden deneyin.',
      // Of partners: terms, limits, keys, webhooks and pictures.
      commission_rate_out_of_range: 'Oran 0 ile 100 arasında olmalı.',
      fixed_commission_negative: 'Sabit kısım eksi olamaz.',
      terms_from_past: 'Başlangıç geçmişte kaldı. Sonraki bir an seçin.',
      limit_not_positive: 'Limit sıfırdan büyük olmalı; limit istemiyorsanız boş bırakın.',
      minimum_above_maximum: 'En düşük tutar en yüksek tutardan büyük olamaz.',
      player_day_count_out_of_range: 'Günlük sayı 1 ile 100.000 arasında olmalı.',
      deposit_expiry_out_of_range: 'Ödeme süresi bir dakika ile 30 gün arasında olmalı.',
      support_address_invalid:
        'Destek adresi kabul edilmedi. https ile başlayan bir sayfa ya da mailto: ile bir posta kutusu yazın.',
      settlement_iban_ours: 'Bu IBAN bizim bir hesabımız. Partnerin kendi hesabını yazın.',
      logo_type_unknown: 'Bu dosya PNG, JPEG ya da WebP değil.',
      logo_too_large: 'Dosya 16 KB’tan büyük. Küçültüp yeniden seçin.',
      logo_damaged: 'Dosya okunamıyor; bozuk olabilir.',
      logo_size_out_of_range: 'Görsel 2048 pikselden büyük. Küçültüp yeniden seçin.',
      api_key_revoked_before: 'Bu anahtar daha önce iptal edilmiş. Sayfayı yenileyin.',
      overlap_out_of_range: 'Geçiş süresi 0 ile 8784 saat arasında olmalı.',
      endpoint_url_taken: 'Bu adres partnerde zaten tanımlı.',
      endpoint_url_too_long: 'Adres çok uzun; en çok 2048 karakter olabilir.',
      endpoint_url_invalid:
        'Adres kabul edilmedi. https ile başlayan, herkese açık, kullanıcı adı ve # içermeyen tam bir adres yazın.',
      endpoint_disabled: 'Bu adres kapatılmış; önce açılması gerekir.',
      endpoint_paused: 'Bu adres duraklatılmış, kapatılmamış. Devam ettirin.',
      endpoint_not_active: 'Bu adres etkin değil; test gönderilemez.',
      no_event_type_named: 'En az bir olay seçin.',
      last_live_secret: 'İptal edilecek eski bir secret yok; geçerli olan yalnızca bu.',
      webhook_test_open: 'Bu adrese bir test şu anda gönderiliyor. Birazdan yeniden deneyin.',
      webhook_tests_too_often: 'Bir adres dakikada en çok beş kez test edilir. Biraz bekleyin.',
      no_worker_alive: 'Worker çalışmıyor; test gönderilemez. Teknik ekibe haber verin.',
      key_not_started_with:
        'Gizli değerleri okuyacak süreçler bu anahtarla henüz başlamadı. Teknik ekip onları yeniden başlatınca deneyin.',
      // Limits, settings and blocks.
      minimum_not_positive: 'En düşük tutar sıfırdan büyük olmalı.',
      country_unknown: 'Kodlardan biri IBAN kullanan bir ülkenin değil. Ülkelerin iki harfli kodunu yazın.',
      no_country_named: 'En az bir ülke yazın.',
      already_blocked: 'En az bu kadar süreyle zaten engelli. Listede arayıp bakın.',
      block_until_past: 'Bitiş zamanı geçmişte kaldı. Süreyi yeniden seçin.',
      block_ended_before: 'Bu engel bu arada kaldırılmış.',
      text_holds_account:
        'Bu metinde IBAN, uzun bir numara ya da web adresi olamaz; okuyan bunu bizim hesabımız sanır. Çıkarıp yeniden deneyin.',
      refused_by_database:
        'Veritabanı bu değişikliği kabul etmedi; hiçbir şey yazılmadı. Teknik ekibe haber verin.',
      other: 'Kurallar buna şu anda izin vermiyor. Sayfayı yenileyip yeniden deneyin.',
    },
  },
};
