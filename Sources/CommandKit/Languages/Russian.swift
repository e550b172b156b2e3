extension Translation {
  static let russian = Translation(table: russianTable, forms: 3) { count in
    let (ten, hundred) = (count.magnitude % 10, count.magnitude % 100)
    return switch ten {
    case 1 where hundred != 11: 0
    case 2...4 where !(12...14).contains(hundred): 1
    default: 2
    }
  }
}

/// See `Translation.table`.
private let russianTable = #"""
    {1}: {2}; {3}	  {1}: {2}; {3}
   (by its owner, {1})	 (сам владелец, {1})
   (by {1}, {2})	 (от имени {1}, {2})
   (own session)	 (свой сеанс)
   (session {1})	 (сеанс {1})
   (yescrypt since 4.39.2)	 (yescrypt с 4.39.2)
   [y/N] 	 [д/Н] 
   and 	 и 
   and {1} more	 и ещё {1}
   at line {1}	 (строка {1})
   of disc {1}	 с диска {1}
   of {1}	 ({1})
   of {1}#logins	 ({1})
   or 	 или 
  ! {1}	! {1}
  "{1}"	«{1}»
  #{1}, 	№ {1}, 
  (no artist)	(без исполнителя)
  (no name)	(без имени)
  (no name) at line {1}	(без имени, строка {1})
  (no title)	(без названия)
  (no {1})	(без поля «{1}»)
  (none)	(нет)
  (songs unknown)	(песен: ?)
  , and {1} more	, и ещё {1}
  , without its comments	, но без комментариев
  , {1} in all	, всего {1}
  , {1} of {2} [{3}]	, {1} из {2} [{3}]
  --add-group and --remove-group both name {1}	группа {1} указана и в --add-group, и в --remove-group
  --base must be the name of an entry, not '{1}'	--base: нужно имя записи, а не «{1}»
  --change takes back one change alone, by its number in the history, whatever came after it: accounts are found by their ids, whatever they are called now.	--change отменяет только одно изменение, по его номеру в истории, что бы ни было после него: аккаунты находятся по их id, как бы они теперь ни назывались.
  --columns FIELD=NAME names a column	--columns ПОЛЕ=ИМЯ называет столбец
  --columns id=id takes it as the UUID by which applications know the account	с --columns id=id это UUID, по которому аккаунт знают приложения
  --columns must name each field once, with its column	--columns: нужны поля, каждое один раз, и их столбцы
  --columns names only the key of ids here	--columns называет здесь только ключ идентификаторов
  --country must be two letters, not '{1}'	--country: нужны две буквы, а не «{1}»
  --days must be from 1 to {1}, not {2}	--days: нужно число от 1 до {1}, а не {2}
  --documents needs a directory	для --documents нужен каталог
  --domain must be like example.com, not '{1}'	--domain: нужен домен вроде example.com, а не «{1}»
  --drop takes a key that no field is out of the accounts that are named, or of none, whether regapp knows it or not, and also while it closes them; with --all, out of all accounts and of the top of the file. It saves at once, and undo brings the key back. Of a key that may keep somebody out it says who can log in then, and asks; so it does where undo cannot bring the key back.	--drop убирает ключ, который не поле, из всех названных аккаунтов или ни из одного: и известный regapp, и нет, и когда он их закрывает; с --all — из всех аккаунтов и с верхнего уровня файла. Сохраняется сразу, а undo вернёт ключ. О ключе, который может закрывать вход, говорится, кто тогда сможет войти, и задаётся вопрос; так же и там, где undo не сможет вернуть ключ.
  --drop takes out what no field is	--drop убирает то, что не поле
  --end ends them, after asking: each is refused at every host from its next request on. Without NAME it ends all, as after a backup was restored. With an ID, the word behind --end, it ends that login of NAME alone, without asking. A new password, disable, a day and remove end the logins of an account by themselves.	--end заканчивает их, спросив: каждый отклоняется на всех хостах со следующего запроса. Без NAME заканчиваются все, как нужно после восстановления копии. С ID, словом после --end, заканчивается только этот вход аккаунта NAME, без вопроса. Новый пароль, disable, срок и remove заканчивают входы аккаунта сами.
  --forget removes what the history keeps of an account, under all names that it had, and its logins from their record, and ends its logins in browsers; undo then passes over its changes so far.	--forget удаляет всё, что история помнит об аккаунте, под всеми его именами, и записи о его входах и заканчивает его входы в браузерах; прежние его изменения undo после этого пропускает.
  --from is not an IP address, so nobody's is recorded: '{1}'	в --from не IP-адрес, поэтому адрес не записан: «{1}»
  --group works only with --socket	--group работает только вместе с --socket
  --group, --state and --all invite those who have no password of their own and no invitation that runs; with --again also those whose invitation runs. Who has a password is invited only by NAME. Those that cannot be invited are left out and named; the others are invited, and the exit code is 65.	--group, --state и --all приглашают тех, у кого нет своего пароля и действующего приглашения; с --again — и тех, чьё приглашение действует. У кого есть пароль, того приглашают только по NAME. Кого пригласить нельзя, те пропускаются и называются; остальные приглашаются, и код выхода 65.
  --html shows albums, not songs	--html показывает альбомы, а не песни
  --id must be new or a UUID in lower case, not '{1}'	--id — это new или UUID строчными буквами, а не «{1}»
  --id needs --account	--id указывается только с --account
  --id new gives the account another id, for a person whom applications are not to take for whoever had it before; --id UUID gives one back. regapp says for whom they will take the account, and asks. All its logins in browsers end then, and undo does not take it back.	--id new даёт аккаунту другой идентификатор — для человека, которого приложения не должны принять за прежнего владельца; --id UUID возвращает прежний идентификатор. regapp говорит, за кого они примут аккаунт, и спрашивает. Все его входы в браузерах при этом закончатся, и undo этого не отменяет.
  --inactive and --never-seen go by the record of logins, which regapp keeps of its own commands, PAM and programs with its library. Programs that check exported hashes do not show there.	--inactive и --never-seen смотрят в записи о входах: их ведут команды regapp, PAM и программы с его библиотекой. Входы через программы, которые сами проверяют выгруженные хеши, в них не видны.
  --json prints JSON, and {1} is not JSON	--json выводит JSON, а {1} — не JSON
  --leave-out id goes by names alone	--leave-out id различает только по именам
  --limit must be from {1} to {2}, not {3}	--limit: нужно число от {1} до {2}, а не {3}
  --listen must be a port of this machine, not '{1}'	--listen — это порт этой машины, а не «{1}»
  --mail needs the address of the page, which the link begins with	--mail нужен адрес страницы, с которого начинается ссылка
  --marker-size must be a number from 1 to 1000	--marker-size должен быть числом от 1 до 1000
  --output must name a file	--output: нужно имя файла
  --output writes a file as safely as the accounts are written: completely or not at all, with mode 0600, or that of the file that is there. A device such as /dev/null, or a descriptor such as /dev/fd/3, is only written to. Where the accounts file is missing (67) or broken, nothing is written; a shell's > has emptied its file before regapp runs. Files that servers read are kept by publish.	--output записывает файл так же надёжно, как аккаунты: целиком или никак, с правами 0600 или как у файла, который уже есть. В устройство, например /dev/null, и в дескриптор, например /dev/fd/3, просто пишет. Если файла аккаунтов нет (67) или он испорчен, не записывается ничего; а > оболочки очищает файл ещё до запуска regapp. Файлы, которые читают серверы, ведёт publish.
  --pam takes the name from PAM_USER: an email or a user name, by what is used for login; a first name is unknown, and nobody is let in by a name that the rulebook lets people change ("own"). The password comes on stdin, where pam_regapp, or pam_exec with expose_authtok, puts it; service and address come from PAM_SERVICE and PAM_RHOST. Where PAM_TYPE is account, no password is needed: the answer is 0 for an open account, 76 for one whose password must be changed, 67 for none, 77 for any other. Where it is password, an old password is checked before a new one is asked for, and the code of an invitation is right. Every exit code but 0 means refused. Accounts with a name of the machine's own users, those below --minuid and root, are unknown.	--pam берёт из PAM_USER адрес или имя пользователя, смотря по чему входят; имя неизвестно, и никто не войдёт по имени, которое свод правил позволяет менять самим ("own"). Пароль — из stdin, куда его передаёт pam_regapp или pam_exec с expose_authtok; службу и адрес — из PAM_SERVICE и PAM_RHOST. Если PAM_TYPE — account, пароль не нужен: ответ 0 для открытого аккаунта, 76 — если пароль нужно сменить, 67 — если аккаунта нет, 77 — для любого другого. Если password, проверяется старый пароль перед вопросом о новом, и код приглашения верен. Любой код выхода, кроме 0, означает отказ. Аккаунты, у которых есть имя пользователя самой системы с номером меньше --minuid или root, неизвестны.
  --pam works only where PAM_TYPE is auth, account or password	--pam работает только там, где PAM_TYPE — auth, account или password
  --prune would remove {1} of {2 account}; nothing was changed	--prune: было бы удалено аккаунтов: {1} из {2}; ничего не изменено
  --reason needs a reason	в --reason нужна причина
  --rules is only for where there are no accounts yet	--rules — только там, где аккаунтов ещё нет
  --yes needs --end	--yes работает только вместе с --end
  1 to {1} English letters, digits, dots, _ and -	от 1 до {1} английских букв, цифр, точек, _ и -
  7 to 15 digits, with or without a +	от 7 до 15 цифр, с «+» или без него
  8 characters or more besides the account's own names of 4 letters or more	не меньше 8 символов, кроме имён и адреса самого аккаунта от 4 букв
  ; accounts with emails alone begin with --rules register, in a directory without accounts	; аккаунты, у которых есть только адреса, начинаются с --rules register, в каталоге без аккаунтов
  ; still in it: {1}	; в нём ещё есть: {1}
  ; stopping	; останавливается
  ; the history keeps its values for 400 days, or until regapp history --forget {1}	; история хранит его значения 400 дней или до regapp history --forget {1}
  ; then quit (^C: now)	; затем выход (^C — сразу)
  ; what others had written there is gone	; того, что записали другие, больше нет
  A adds one, regapp import those of a file	A — добавить, regapp import — загрузить из файла
  A column or a key that no field is refuses the file (65), unless it begins with x- or //: such a key is your own, and is kept. --columns names the columns of fields, and --leave-out leaves a column or a key out. Where its name may say who cannot log in, or it has only true and false, the values that are meant must be named: --leave-out status=active,retired; nothing is imported if another one is there. Of other programs' marks only those are kept that a format defines: authelia's disabled, and the third and the eighth field of /etc/shadow, which htpasswd reads too.	Из-за столбца или ключа, который не поле, файл не загружается (65), если он не начинается с x- или //: такой ключ — ваш собственный, и он остаётся. --columns называет столбцы полей, а --leave-out пропускает столбец или ключ. Если по имени он может говорить, кому вход закрыт, или в нём только true и false, надо назвать значения, которые имеются в виду: --leave-out status=active,retired; если есть другое, ничего не загружается. Из отметок других программ берутся только те, что определены форматом: disabled в authelia и третье и восьмое поле /etc/shadow, который htpasswd тоже читает.
  A file is written over only if it exists, is regular, has one name, belongs to the user who runs this, and is empty or as publish wrote it: create it first. Others are named, and the exit code is 74; --overwrite writes over one of them once, if it is in the program's format. What others changed since is written over and said so, but for a program that writes its file itself (authelia). It also refuses (74) a list that anyone but you or root can write. Accounts that a program cannot check or name are left out and named (65). A missing accounts file is 67, and nothing is written.	Файл перезаписывается, только если он есть, обычный, с одним именем, принадлежит тому, кто запускает команду, и пуст или такой, каким его записал publish: создайте его заранее. Остальные называются, и код выхода 74; --overwrite один раз запишет поверх, если файл в формате программы. Что с тех пор изменили другие, перезаписывается с сообщением — кроме программ, которые сами пишут свой файл (authelia). Код 74 и тогда, когда список мог записать кто-то, кроме него и root. Аккаунты, которые программа не проверит или не назовёт, пропускаются с указанием (65). Если файла аккаунтов нет — 67, и ничего не записывается.
  A login here was not used for too long. Log out to end it.	Вход здесь слишком долго не использовался. Выйдите, чтобы завершить его.
  A name that is not known yet gets an account.	Для незнакомого имени создаётся аккаунт.
  A name with an @ is an email, one without is a user name. Where accounts are known by their email, --domain example.com makes admin@example.com of admin, which stays the user name and is exported again; --rules standard begins an accounts file in which accounts are known by their user names.	Имя с @ — это адрес, а без него — имя пользователя. Если аккаунты известны по адресам, --domain example.com делает из admin адрес admin@example.com, а admin остаётся именем пользователя, под которым аккаунт и выгружается; --rules standard начинает файл, в котором аккаунты известны по именам пользователей.
  A password is set in an account that is new or has none; typed passwords are hashed. With --set-passwords, others get the file's password too: a hash if it is another one, unless it is weak and theirs is not; a typed password if it is not theirs. A locked account stays locked. mustChange is set only together with a password.	Пароль задаётся, если аккаунт новый или пароля у него нет; пароли открытым текстом хешируются. С --set-passwords пароль из файла получают и другие: хеш, если он не тот же (но не слабый вместо сильного), пароль открытым текстом, если он не подходит. Закрытый вход остаётся закрытым. mustChange задаётся только вместе с паролем.
  A password is used exactly as typed.	Пароль берётся точно так, как набран.
  A password may be typed here as it is: the next login, or regapp seal, makes it a hash.	Пароль можно вписать как есть: ближайший вход или regapp seal сделает из него хеш.
  A right password that must be changed (mustChange) is right: those who ask cannot change it. The answer says so, and with --require-changed it is 1.	Верный пароль, который нужно сменить (mustChange), верен: менять его не тем, кто спрашивает. В ответе это сказано, а с --require-changed код выхода — 1.
  A rulebook defines what an account must look like and how to log in: register, albums, authorisation, standard, or one of your own. regapp rules shows the one in force.	Каким должен быть аккаунт и как в него входят, определяет свод правил: register, albums, authorisation, standard или ваш собственный. Действующий свод показывает regapp rules.
  A script that checks a password:	Скрипт, который впускает по паролю:
  A spreadsheet runs cells that begin with = + - or @ as formulas. With --spreadsheet each of them, phone numbers included, begins with a quote (') and is only text; such a file is not meant to be imported again. Without it a warning names the rows.	Ячейки, которые начинаются с = + - или @, табличный редактор выполняет как формулы. С --spreadsheet каждая такая ячейка, в том числе телефон, начинается с апострофа и остаётся текстом; загружать такой файл обратно не нужно. Без него строки будут названы в предупреждении.
  A term in Cyrillic letters searches the Russian store first, any other the store of your region; if one has nothing, the other is searched. A store lists at most 200 albums. With --songs each line has a song and the number of its album. --html writes one page with the covers inside it, for a browser, and prints no list.	Запрос кириллицей идёт сначала в российский магазин, любой другой — в магазин вашего региона; где ничего нет, спрашивают другой. Магазин показывает не больше 200. С --songs в каждой строке песня и номер её альбома. --html пишет одну страницу с обложками внутри, для браузера, и списка не печатает.
  A typed password that breaks the rules is reported and left as it is (65). What was done is kept if the work is interrupted.	О пароле, который нарушает правила, сообщается, и он остаётся как есть (65). Сделанное не пропадает, где бы работу ни прервали.
  ADD	ДОБАВИТЬ
  ARTIST-ID is the number that show prints, and search and show with --json, as artistId. The same number may be another band in another store: use --country to name the store that was searched.	ARTIST-ID — номер, который печатает show, а search и show с --json — как artistId. В другом магазине под этим номером может быть другой исполнитель: назовите магазин с помощью --country.
  Accounts that are closed for other reasons, locked, disabled or expired are named (65), and so is one that lacks a required field which people may not change themselves, such as a user name. Of several the others are invited.	Закрытые по другим причинам, заблокированные, отключённые и истёкшие аккаунты называются (65), как и аккаунт, у которого нет обязательного поля, которое люди не меняют сами, например имени пользователя. Из нескольких остальные приглашаются.
  Accounts: {1}.	Аккаунты: {1}.
  Actions	Действия
  Add an account	Новый аккаунт
  Again:	Ещё раз:
  All changes	Все изменения
  All is one change, which regapp undo takes back. A second run has nothing to change. Problems are reported as path:line:column (65), and then nothing is written. --prune is refused (65) if it would remove more than a third of ten accounts or more, or leave none; --prune-all is not.	Всё вместе — одно изменение, его отменяет regapp undo. При повторном запуске менять нечего. Об ошибках сообщается в виде путь:строка:столбец (65), и тогда ничего не записывается. --prune не выполняется (65), если удалил бы больше трети от десяти или более аккаунтов или не оставил бы ни одного; --prune-all — выполняется.
  Already entered: {1}. It stays; you can change it when you have logged in	Уже указано: {1}. Это останется; изменить можно, когда вы войдёте
  Already entered: {1}. It stays; your administrator can change it	Уже указано: {1}. Это останется; изменить может администратор
  An account stays as it is otherwise; regapp enable lets it log in again. With --until it can log in again from that day on, without a further command. Only who knows the password is told that the account is disabled, and nobody the reason. Of several accounts all are disabled, or none.	Остальное в аккаунте не меняется; вход снова откроет regapp enable. С --until он откроется сам в указанный день. Об отключении узнает только тот, кто знает пароль, а о причине — никто. Из нескольких аккаунтов закрываются все или ни один.
  An account that already exists is an error. With --on-conflict skip the existing account is kept as it is; with replace the fields given in the file are overwritten, and the others are kept.	Если такой аккаунт уже есть, это ошибка, кроме случаев --on-conflict skip (имеющийся аккаунт остаётся как был) и replace (он получает всё, что о нём сказано в загружаемом файле, а остальное сохраняет).
  An administrator can change that.	Это может изменить администратор.
  An earlier edit was not installed. [g]o on with it, or [d]iscard it? 	Прошлая правка не записана. [п]родолжить её или [о]тбросить? 
  An email that is not known yet gets an account.	Для незнакомого адреса создаётся аккаунт.
  An open edit is shown beside the values that it would change. The password is always shown as eight asterisks.	Открытая правка показывается рядом с тем, что она изменит. Пароль показан звёздочками, и его длины они не выдают.
  Another account is logged in now.	Теперь открыт другой аккаунт.
  Answers are used again for a day. They are kept for up to 30 days, for --offline and for when there is no connection; regapp albums clear removes them.	Ответы годятся сутки. Хранятся они до 30 дней — для --offline и на случай, когда нет соединения; удаляет их regapp albums clear.
  April	Апрель
  Arrows	Стрелки
  August	Август
  Authelia's users, in YAML	пользователи Authelia, в YAML
  COMMANDS	КОМАНДЫ
  Cannot undo:	Не отменить:
  Change	Изменить
  Change the groups of {1}: {2}?	Изменить группы {1}: {2}?
  Change this?	Изменить?
  Changed on both sides	Изменено с обеих сторон
  Changes of everybody are taken back, the newest first, as one write; a removed account comes back, and so do the rulebook and other keys of the file. What others changed since stays: if it is the same field, nothing is written and the exit code is 75. Hashed passwords and changes by hand are passed over, and named. An undo can be undone. regapp history shows the changes. At a terminal, more than one change is shown first, and taken back after a question.	Отменяются изменения всех, начиная с последнего, одной записью; удалённый аккаунт возвращается, как и свод правил и прочие ключи файла. Что изменили после этого, остаётся; если это то же поле, ничего не записывается и код выхода 75. Хеширование паролей и правка вручную пропускаются, и об этом сообщается. Отмену тоже можно отменить. Изменения показывает regapp history. Если изменений больше одного, в терминале они сначала показываются, и отменяются после вопроса.
  Choose a password	Придумайте пароль
  Choose your password for {1}	Придумайте пароль для {1}
  Chosen; save when you are ready.	Выбрано; сохраните, когда будете готовы.
  Closed accounts, and those that the other program could not read or check, are left out and reported; the exit code is then 65. Who may not log in now (locked, disabled, expired, not yet valid) is marked in dovecot and authelia, left out of htpasswd, htgroup and ldif, and counted. A program that names its users gets the user name or, without one, the email. ldif has no birth dates; json contains your own keys too, and csv says how many it leaves out. json and ldif have the ids by which applications know the accounts.	Закрытые аккаунты, а также те, которые другая программа не сможет прочитать или проверить, пропускаются, и об этом сообщается; код выхода тогда 65. Кто сейчас не может войти (заблокирован, отключён, срок истёк или ещё не начался), отмечен в dovecot и authelia, а в htpasswd, htgroup и ldif его нет, и сказано, сколько таких. Программе, которая называет пользователей, даётся имя пользователя, а без него адрес. В ldif нет дат рождения, в json есть и ваши собственные ключи, а для csv сказано, сколько их пропущено. В json и ldif есть идентификаторы, по которым аккаунты знают приложения.
  Comma	Запятая
  Comma, Enter	Запятая, Enter
  Comments stay. Those directly above an account and behind it go when it is removed.	Комментарии остаются. Те, что прямо над аккаунтом и за ним, уходят вместе с ним.
  DESCRIPTION	ОПИСАНИЕ
  Data goes to stdout, messages to stderr, questions to the terminal. Nothing is asked if stdin is not a terminal, or with --no-input.	Данные выводятся в stdout, сообщения — в stderr, вопросы — на терминал. Если stdin — не терминал или указан --no-input, ничего не спрашивается.
  December	Декабрь
  Disable	Отключение
  Disable {1}?	Отключить {1}?
  Disable {1}? The reason: {2}	Отключить {1}? Причина: {2}
  Disc {1}	Диск {1}
  Discard	Отбросить
  Discard the open edit of {1}?	Отбросить открытую правку {1}?
  Discard what you typed?	Отбросить введённое?
  Discard#a title	Отказ от правки
  Discarded the open edit.	Открытая правка отброшена.
  Done to none of {1 account}.	Не сделано ни для одного из {1 аккаунта|аккаунтов|аккаунтов}.
  Done to {1} of {2 account}, not to {3}.	Сделано для {1} из {2 аккаунта|аккаунтов|аккаунтов}, не сделано для {3}.
  Dovecot's passwd-file; only exported	файл passwd-file для Dovecot; только экспорт
  ENVIRONMENT	ПЕРЕМЕННЫЕ ОКРУЖЕНИЯ
  EXAMPLES	ПРИМЕРЫ
  EXIT STATUS	КОДЫ ВЫХОДА
  Each account to create, change or remove is printed, with the old and the new value of each field; passwords are not. The exit code is 1 if there is something to do, else 0. regapp apply --help tells what the file may say.	Выводится каждый аккаунт, который будет создан, изменён или удалён, и для каждого поля — прежнее значение и новое, но не пароль. Код выхода 1, если есть что делать, иначе 0. Что может быть в файле, говорит regapp apply --help.
  Edit	Изменить
  Edit by hand with regapp edit-file, or check what was edited with regapp check.	Правьте через regapp edit-file или проверяйте правку: regapp check.
  Edit your profile at {1}	Ваш профиль на {1}: изменить
  Enable {1}?	Включить {1}?
  Enable#a title	Включение
  End	Закончить
  End all logins of {1} in browsers?	Закончить все входы в браузерах: {1}?
  End it	Закончить
  End the invitation	Закончить приглашение
  End the invitation of {1}?	Закончить приглашение: {1}?
  End {1 login} in browsers	Закончить {1 вход|входа|входов} в браузерах
  End {1}#a login	Завершить {1}
  English letters, with single spaces, hyphens and apostrophes between them	английские буквы, а между ними — одиночные пробелы, дефисы и апострофы
  Enter first, then the action	сначала Enter, потом действие
  Error: {1}	Ошибка: {1}
  Esc shows all	Esc — показать всех
  Esc shows all {1}	Esc — показать всех: {1}
  Every account is checked against the rulebook in force. Problems are reported as path:line:column (65), and then nothing is written; with --skip-invalid, the accounts without problems are imported. Hashes are imported as they are, typed passwords are hashed. Whatever has no place in an account is named in a warning. Everything else in the accounts file stays as it is.	Каждый аккаунт проверяется по действующему своду правил, и обо всех ошибках сообщается в виде путь:строка:столбец (65); тогда ничего не записывается, а с --skip-invalid загружаются аккаунты без ошибок. Хеши берутся как есть, пароли открытым текстом хешируются. Чему в аккаунте нет места, названо в предупреждении. Всё остальное в файле аккаунтов остаётся как было.
  FILES	ФАЙЛЫ
  FROM and TO are a documents directory and a database, as for --documents; or two databases. All accounts are copied, closed ones too, and with them the rulebook, your own keys, the history and the record of logins. There must be none of that in TO yet. What was written is compared with what was read, and counts only if nobody changed FROM meanwhile: otherwise nothing is written. What TO cannot hold is named. FROM stays as it is. Comments, the count of failed logins and the session are not copied.	FROM и TO — каталог документов и база данных, как в --documents, или две базы данных. Копируются все аккаунты, закрытые тоже, а с ними свод правил, ваши собственные ключи, история и журнал входов. В TO ничего из этого ещё не должно быть. Записанное сверяется с прочитанным и действует, только если FROM за это время никто не изменил; иначе не записывается ничего. Чего TO принять не может, то называется. FROM остаётся как был. Комментарии, счёт неудачных входов и сеанс не копируются.
  FROM and TO are both directories	FROM и TO — оба каталоги
  FROM and TO are the same database	FROM и TO — одна и та же база данных
  Failed logins cannot be counted now. Tell your administrator.	Неудачные входы сейчас нельзя посчитать. Сообщите администратору.
  February	Февраль
  For a repository that holds the documents directory. Sets the attributes of the accounts file, in .gitattributes; the merge driver and the view of git diff; and lines in .gitignore for every other file of regapp but publish.json. Attributes and lines are also in git's own directory, for branches without them. The view shows passwords under a random key, which is in git's directory. Run it in each clone: git copies no settings. A second run changes nothing.	Для репозитория, в котором лежит каталог документов. Задаёт атрибуты файла аккаунтов в .gitattributes, слияние и вид в git diff и строки в .gitignore для всех остальных файлов regapp, кроме publish.json. Атрибуты и строки есть и в каталоге самого git, для веток, где их нет. Пароли в этом виде скрыты случайным ключом, который лежит в каталоге git. Запустите её в каждом клоне: настройки git не копирует. Второй запуск ничего не меняет.
  For example {1}.	Например, {1}.
  For scripts and, with --pam, for PAM. Neither the accounts nor the session is changed. --service and --from go into the record of logins and the system's log, which has a line for each failure, and for each success of a service. Failures slow down the address first, so it must come from who vouches for it: one that people choose lets them guess on. An attempt that cannot be counted is 77, unless --uncounted is given. Who knows the password of an account that is disabled, expired or not yet valid is told so, and refused; and so is who knows the code of an invitation.	Для скриптов и, с --pam, для PAM. Ни аккаунты, ни сеанс не меняются. --service и --from попадают в записи о входах и в журнал системы, где есть строка о каждой неудаче, а для служб — и о каждом входе. Неудачи замедляют прежде всего адрес, поэтому он должен быть от того, кто за него ручается: кто выбирает его сам, угадывает дальше. Если попытку нельзя сосчитать, это код 77, кроме как с --uncounted. Кто знает пароль отключённого, истёкшего или ещё не действующего аккаунта или код приглашения, узнаёт об этом и получает отказ.
  For several administrators of one file. Sets group and mode of the accounts file, of the locks, the history, the count of failed logins and the index beside it (660), and of the directory (2770); other users get nothing, and access control lists go. It names what it changes, who loses rights and which programs must be started anew, and asks at a terminal; a file there that is not regapp's is refused. Every member of the group can then do all that the owner can; session, open edit and copies of edit-file stay each user's own (600), so name the account: regapp edit --account NAME. With --read the members can read and not write, as whoever publishes needs: 2750, and 640 for the accounts, the index, the history and the record of logins, which have hashes of old passwords; 600 for locks and counts. There is one group, and one kind: another share takes its place. For those who only read a list of users there are the outputs of publish. Only the owner or root can share, and the owner must be in the group. A directory that is not for the accounts alone is refused, but for a home with nothing else in it. --none takes it back: all belongs to the directory's owner alone again.	Для нескольких администраторов одного файла. Задаёт группу и права файлу аккаунтов, блокировкам, истории, счётчику неудачных входов и индексу рядом с ним (660) и каталогу (2770); другие пользователи не получают ничего, а списки доступа снимаются. Команда называет, что изменит, кто теряет права и какие программы надо запустить заново, и в терминале спрашивает; если там файл не от regapp, она отказывается. После этого каждый участник группы может всё, что может владелец; сеанс, открытая правка и копии edit-file остаются у каждого свои (600), поэтому называйте аккаунт: regapp edit --account NAME. С --read участники могут читать, но не менять, как нужно тому, кто публикует: 2750 и 640 для аккаунтов, индекса, истории и записи о входах, где есть хеши прежних паролей; 600 для блокировок и счётчиков. Группа и вид доступа одни: новая команда share заменяет прежнюю. Для тех, кто лишь читает список пользователей, есть файлы команды publish. Открыть файл группе могут только владелец и root, и владелец должен в ней состоять. Каталог, в котором не одни аккаунты, не открывается, кроме домашнего, где больше ничего нет. --none всё возвращает: доступ есть только у владельца каталога.
  Forgotten? Ask your administrator for a link.	Забыли пароль? Попросите у администратора ссылку.
  Formats: {1}. htpasswd (Apache, nginx), dovecot, authelia and ldif always contain the hashes, csv and json only with --with-hashes; htgroup contains the groups of Apache and who is in them. Hashes are exported as they are; a typed password is hashed on export and never leaves as plain text.	Форматы: {1}. htpasswd (Apache, nginx), dovecot, authelia и ldif всегда содержат хеши, csv и json — только с --with-hashes; htgroup — это группы для Apache и кто в них. Хеши выгружаются как есть; пароль открытым текстом при выгрузке хешируется и в открытом виде не выходит никогда.
  Formats: {1}; json is what export prints, or another accounts file. If the file's name or beginning makes the format clear, --format is not needed.	Форматы: {1}; json — это то, что выводит export, или другой файл аккаунтов. Если формат ясен по имени или по началу файла, его можно не указывать.
  Fr	Пт
  Getting started:	Для начала:
  Give {1} a new id?	Дать новый идентификатор: {1}?
  Give {1} this id?	Дать этот идентификатор: {1}?
  Go on	Дальше
  Go on in a window of its own	Дальше в отдельном окне
  Go on to	Куда дальше
  Go on to {1}	Дальше на {1}
  Go on with regapp edit, history, undo, list or logout; regapp help lists all commands.	Дальше: regapp edit, history, undo, list или logout; все команды — в regapp help.
  Go to {1}	Перейти на {1}
  Groups of {1}:	Группы: {1}
  Groups to add; with a minus, to remove: ops, -interns	Какие группы добавить; с минусом — убрать: ops, -interns
  Have the password of {1} changed at the next login?	Потребовать смену пароля при следующем входе: {1}?
  Hello {1},	Здравствуйте, {1}!
  Hello,	Здравствуйте!
  ID is the number that search prints. The same number may be a different album in another store: use --country to name the store that was searched.	ID — номер, который выводит search. В другом магазине тот же номер может быть у другого альбома: --country задаёт тот магазин, в котором искали.
  If a field no longer has the value that the edit began with, nothing is written and the exit code is 75; changes to other fields and accounts do not conflict and are kept.	Если значение поля уже не то, с которого правка началась, ничего не записывается и код выхода 75; изменения в других полях и аккаунтах не мешают и остаются.
  If this comes again, this browser keeps no cookies here.	Если это появится снова, значит, браузер не сохраняет здесь cookies.
  If you did it yourself, open {1}, and try it there.	Если это сделали вы сами, откройте {1} и попробуйте там.
  If you were given a link, copy all of it, up to its last letter.	Если вам дали ссылку, скопируйте её целиком, до последней буквы.
  If your administrator has already entered something, it stays as it is.	Если администратор уже указал эти данные, останутся его.
  If your name or address is part of it, 8 more besides.	Если в пароле есть ваше имя или адрес — ещё 8 символов кроме них.
  Invite {1} again? The link that was sent ends now; undo brings it back.	Пригласить снова: {1}? Прежняя ссылка сейчас перестанет действовать; отмена её вернёт.
  Invite {1} again? The links that were sent end now; undo brings them back.	Пригласить снова: {1}? Прежние ссылки сейчас перестанут действовать; отмена их вернёт.
  Invite {1}? The password ends now; undo brings it back.	Пригласить {1}? Пароль сейчас перестанет действовать; отмена его вернёт.
  Invite {1}? Their passwords, and links that were sent, end now; undo brings them back.	Пригласить {1}? Пароли и прежние ссылки сейчас перестанут действовать; отмена их вернёт.
  Invite#a title	Приглашение
  It is shown only here.	Он виден только здесь.
  It is typed as the password at the login. With an address for links (regapp init --serve-url, or regapp invite --url) it is a link.	Его вводят при входе как пароль. Если задан адрес для ссылок (regapp init --serve-url или regapp invite --url), это ссылка.
  It may have been used, replaced by a newer one, or cut off: copy all of it. If you have set a password, log in. If not, ask your administrator for a new link.	Возможно, её уже использовали, заменили новой или скопировали не целиком: скопируйте её всю. Если вы уже задали пароль, войдите с ним. Если нет, попросите у администратора новую ссылку.
  It prints the link, or NAME<TAB>LINK for several. The address of the page is --url, else REGAPP_SERVE_URL, else "serve" of the rulebook. Where none is known, it prints the code, which regapp login at a terminal and PAM take as the old password. Required fields may be missing: who is invited gives those that are theirs to change.	Печатается ссылка, а для нескольких — ИМЯ<TAB>ССЫЛКА. Адрес страницы — это --url, иначе REGAPP_SERVE_URL, иначе "serve" в своде правил. Если он неизвестен, печатается код: regapp login в терминале и PAM принимают его как прежний пароль. Обязательных полей может не быть: тот, кого пригласили, укажет те, которые может менять сам.
  It takes away what disables an account, a lock before its password hash, a first day that is still to come, and a last day that is over. It forgets failed logins, so that nobody has to wait for the account any more. Of several accounts all are enabled, or none.	Снимает отключение, блокировку перед хешем пароля, ещё не наступивший первый день и прошедший последний. Забывает неудачные входы, так что ждать больше не нужно. Из нескольких аккаунтов открываются все или ни один.
  January	Январь
  July	Июль
  June	Июнь
  Keep	Оставить
  Keep me logged in	Оставаться в системе
  Keys that you typed too early were dropped: wait a second, then type again.	Клавиши нажаты слишком рано и отброшены: подождите секунду и нажмите снова.
  LDAP directories; only exported	каталоги LDAP; только экспорт
  LOGIN	ВОЙТИ
  Last changes	Последние изменения
  Last login	Последний вход
  Leave the albums?	Выйти из альбомов?
  Leave? {1} leaves; anything else asks for the password again: 	Выйти? {1} выходит; всё остальное спрашивает пароль ещё раз: 
  Left alone: {1}.	Не тронуты: {1}.
  Left empty, it stays as it is.	Если оставить пустым, он останется прежним.
  Left empty, the password stays as it is.	Если оставить пустым, пароль не изменится.
  Left, Right	←, →
  Lists the logins on the page of regapp serve: each has an account, the hosts at which its browser has a session, when it began and until when it lasts, and whether it is kept when the browser ends. With NAME, those of these accounts; with --host, those that have a session there. The six letters behind the account are the login's ID.	Перечисляет входы на странице regapp serve: аккаунт, хосты, на которых у браузера есть сеанс, начало и конец входа и запомнен ли он после закрытия браузера. С NAME — входы этих аккаунтов, с --host — те, у которых есть сеанс на этом хосте. Шесть букв после аккаунта — ID входа.
  Log in	Войти
  Log in again: regapp login	Войдите снова: regapp login
  Log in for {1}	Вход для {1}
  Log out	Выйти
  Log out everywhere	Выйти везде
  Log out here	Выйти здесь
  Log out in browsers	Выход в браузерах
  Log out of {1}	Выход из {1}
  Log out {1}? The account stays.	Выйти из {1}? Аккаунт останется.
  Log out#a title	Выход
  Login	Вход
  Make the window larger: it shows a new password, and nothing else does.	Увеличьте окно: новый пароль виден только в нём.
  Many people are logging in. Try again in a few seconds.	Сейчас входит много людей. Попробуйте снова через несколько секунд.
  March	Март
  Marks and search stay; nothing is written until it is back.	Пометки и поиск остаются; пока его нет, ничего не пишется.
  May	Май
  May enter	Может войти на
  Missing values are asked for at a terminal; passwords are not shown. A password that was typed into the file by hand is hashed at login. One that must be changed (mustChange) gives way to a new one, which is asked for at a terminal; without one the exit is 77. So does the code of an invitation, and what the account lacks is asked for, too.	Недостающее спрашивается в терминале; пароль при вводе не виден. Пароль, вписанный в файл открытым текстом, при входе хешируется. Если пароль нужно сменить (mustChange), новый спрашивается в терминале, а без терминала код выхода — 77. Так же и с кодом приглашения; тогда спрашивается и то, чего в аккаунте не хватает.
  Mo	Пн
  N	Н
  NAME	ИМЯ
  NAME must be an email	NAME: нужен адрес эл. почты
  Needed if the email or the password changes.	Нужен, если меняется почта или пароль.
  Needed if the email, the user name or the password changes.	Нужен, если меняется почта, имя пользователя или пароль.
  Needed if the password changes.	Нужен, если меняется пароль.
  Needed if the user name or the password changes.	Нужен, если меняется имя пользователя или пароль.
  New link	Новая ссылка
  New password of {1}	Новый пароль: {1}
  No account is selected.	Аккаунт не выбран.
  Nobody can be logged in now. Tell your administrator.	Сейчас никто не может войти. Сообщите администратору.
  Nobody enters here	Сюда никто не входит
  Nobody was logged in in a browser.	В браузерах никто не вошёл.
  Nobody was logged out: this is another session.	Никто не вышел: это другой сеанс.
  Not a common password.	Не из распространённых.
  Not available	Недоступно
  Not for your account	Вам сюда нельзя
  Not here	Не здесь
  Not the accounts that were marked any more, and left alone: {1}.	Уже не те аккаунты, что были помечены, и не тронуты: {1}.
  Not understood	Непонятный запрос
  Nothing can be saved now. Tell your administrator.	Сейчас ничего нельзя сохранить. Сообщите администратору.
  Nothing was changed	Ничего не изменилось
  Nothing was discarded: the open edit is another one now.	Ничего не отброшено: открытая правка теперь другая.
  Nothing was done	Ничего не сделано
  Nothing was ended: that login is not there any more.	Ничего не завершено: этого входа больше нет.
  Nothing was ended: two logins have that name. Log out everywhere.	Ничего не завершено: это имя у двух входов. Выйдите везде.
  Nothing was saved	Ничего не сохранено
  November	Ноябрь
  OPTIONS	ПАРАМЕТРЫ
  October	Октябрь
  Older changes: regapp history.	Более старые изменения: regapp history.
  On a shared computer, close this window.	На общем компьютере закройте это окно.
  Opens a copy in $VISUAL, else $EDITOR (which may include options, as in code --wait), checks the result, shows which accounts change, and installs it together with what others have written since. What could not be installed is kept, below ~/.local/state/regapp/edits, and the next edit-file offers to continue. Without a terminal, one of the two variables must be set (64).	Открывает копию файла в $VISUAL, иначе в $EDITOR (там могут быть и параметры, как в code --wait), проверяет результат, показывает, какие аккаунты меняются, и записывает изменения в файл вместе с тем, что за это время записали другие. То, что записать не удалось, остаётся в ~/.local/state/regapp/edits, и следующий edit-file предложит продолжить. Без терминала одна из двух переменных должна быть задана (64).
  Options may come before or after the command, as --name value or --name=value; -- ends them. Every command accepts:	Параметры могут стоять до и после команды, в виде --name value или --name=value; -- завершает их. У каждой команды есть:
  PAM_USER is not set	переменная PAM_USER не задана
  Pages that are open may still show what they have, until they are loaded again.	Открытые страницы могут показывать прежнее, пока их не загрузят снова.
  Password again: 	Пароль ещё раз: 
  Password change	Смена пароля
  Password: 	Пароль: 
  Passwords are hashed here and never sent as they were typed. If a connection is lost while something is saved, the server is asked whether it was; the exit code is 74 if it cannot be asked.	Пароли хешируются здесь и никогда не отправляются так, как их набрали. Если связь прервалась при сохранении, сервер спрашивают, сохранено ли; если спросить нельзя, код выхода 74.
  Passwords cannot be set now. Tell your administrator.	Пароли сейчас нельзя задать. Сообщите администратору.
  Please log in	Войдите
  Please wait	Подождите
  Put that right, then read them again. Nothing was changed.	Исправьте это и перечитайте их. Ничего не изменено.
  Quit regapp? Nobody is logged out.	Выйти из regapp? Сеанс не завершится.
  REGAPP_ITUNES_URL must begin with http:// or https://, without user, query, fragment	REGAPP_ITUNES_URL должен начинаться с http:// или https://, без имени пользователя, запроса и фрагмента
  REGISTER	ЗАРЕГИСТРИРОВАТЬСЯ
  Register	Регистрация
  Remove the account {1}? Its name is free then; disable keeps it.	Удалить аккаунт {1}? Тогда его имя свободно; disable его сохраняет.
  Remove {1}? Their names are free then; disable keeps them.	Удалить {1}? Тогда их имена свободны; disable их сохраняет.
  Remove#a title	Удаление
  Removed {1}; L, then U, undoes it.	Удалено: {1}; отменить — L, затем U.
  Require	Потребовать
  Required fields that are not given are asked for at a terminal. All problems are reported at once, and then nothing is written.	Неуказанные обязательные поля спрашиваются в терминале. Обо всех ошибках сообщается сразу, и тогда ничего не записывается.
  Run it as the owner of the database: at the beginning, after an update of regapp-postgres, and after a backup was restored. The roles regapp_manager, for those who manage accounts, and regapp_login, for servers that only let people log in, are made as well; connect as one of them afterwards. It puts right what is not as it should be, such as roles, rights and time limits after a backup was restored, and says what that was; what is right stays as it is. Accounts are judged anew, so that the view login leaves out who is closed.	Запускает владелец базы данных: в самом начале, после обновления regapp-postgres и после восстановления из копии. Создаются и роли: regapp_manager для тех, кто управляет аккаунтами, и regapp_login для серверов, которые только впускают людей; дальше подключайтесь под одной из них. Что не так, как должно быть, — роли, права и ограничения времени после восстановления из копии — она исправляет и сообщает об этом; остальное не меняет. Аккаунты проверяются заново, чтобы закрытых не было в представлении login.
  Runs until it is stopped. At verify it answers the questions of nginx (auth_request), Caddy (forward_auth) and Traefik (ForwardAuth): 200 if name and password are right and the account is open, else 401, 403, 429 or 503. With verify?login it leads people to its page, where they log in once for all hosts of the rules. At its address it has that page, on which people change their profiles, and set their passwords with the old one or with the link of an invitation. The accounts are looked up at each request, so a change holds at the next one; a password that was right is remembered for its address, so that only the first request costs a hash. It listens at a Unix socket, at a port of this machine, or where systemd says.	Работает, пока не остановят. По пути verify отвечает на вопросы nginx (auth_request), Caddy (forward_auth) и Traefik (ForwardAuth): 200, если имя и пароль верны и аккаунт открыт, иначе 401, 403, 429 или 503. С verify?login ведёт людей на свою страницу, где они входят один раз для всех хостов правил. По его адресу есть эта страница; на ней люди меняют свои профили и задают пароли: с прежним паролем или по ссылке приглашения. Аккаунты смотрятся при каждом запросе, и изменение действует уже при следующем; верный пароль помнится для своего адреса, так что хеш стоит только первый запрос. Слушает сокет Unix, порт этой машины или то, что дал systemd.
  SEE ALSO	СМ. ТАКЖЕ
  SYNOPSIS	СИНТАКСИС
  Sa	Сб
  Saved.	Сохранено.
  Saved. In all other browsers you are logged out.	Сохранено. Во всех других браузерах вы вышли.
  Saved: {1}.	Сохранено: {1}.
  September	Сентябрь
  Set a new password	Задайте новый пароль
  Set the password	Задать пароль
  Set your password for {1}	Смена пароля для {1}
  Several accounts share this name and password: enter the {1} too.	Такие имя и пароль у нескольких человек; нужно и другое поле: {1}.
  Shift+Tab, Up	Shift+Tab, ↑
  Shows the version of the tables, the accounts, the roles and sizes, and how many standbys a write waits for. What is wrong is named, with what to do: so is what was added to the tables and can hold back, change or double what is written. It changes nothing. The exit code is 0 if nothing is wrong, else 1. Who is not a superuser or a member of pg_read_all_stats does not see the standbys.	Показывает версию таблиц, аккаунты, роли и размеры и скольких резервных серверов ждёт запись. Что не так, называется вместе с тем, что делать, в том числе то, что добавлено к таблицам и может задержать, изменить или удвоить запись. Ничего не меняет. Код выхода 0, если всё в порядке, иначе 1. Резервные серверы видят только суперпользователи и члены pg_read_all_stats.
  Sign in / Register	Регистрация
  Space	Пробел
  Space sets it and takes it away.	Пробел ставит и снимает.
  Strength:	Надёжность:
  Su	Вс
  TEXT is looked for in emails, user names, names and groups. These words in it narrow the list, as in the search on the screen: group:GROUP, host:HOST for those who may enter a guarded host now, state:STATE, hash:SCHEME, weak, inactive:DAYS, never-seen, and seen for those with a login. Quotes hold a word together: 'group:"night shift"'. The state invitation-over is that of those whose invitation is over.	TEXT ищется в адресах, именах пользователей, именах и группах. Слова group:ГРУППА, host:ХОСТ (те, кому сейчас открыт этот хост), state:СОСТОЯНИЕ, hash:СХЕМА, weak, inactive:ДНИ, never-seen и seen (те, чей вход записан) в нём сужают список, как и в поиске на экране. Кавычки держат слово вместе: 'group:"night shift"'. Состояние invitation-over — у тех, чьё приглашение истекло.
  Tab, Down	Tab, ↓
  Take {1} out of {2}?	Убрать {1} ({2})?
  Tell your administrator: the web server has no line for {1}.	Сообщите администратору: у веб-сервера нет строки для {1}.
  Tell your administrator: the web server says no host, or several, in X-Forwarded-Host.	Скажите администратору: веб-сервер не называет хоста в X-Forwarded-Host или называет несколько.
  Tell your administrator: {1} asks for an id, and {2} has none that counts.	Скажите администратору: {1} требует id, а у {2} нет действующего.
  Tell your administrator: {1} is not in the list of hosts. It is added to serve.hosts of the rules.	Скажите администратору: {1} нет в списке хостов. Его добавляют в serve.hosts правил.
  Th	Чт
  That could not be written down, and may not survive a restart. Tell your administrator.	Записать это не удалось: после перезапуска вход может вернуться. Сообщите администратору.
  That form was shown under another name, and nothing was saved. This is the profile now.	Та форма была показана под другим именем, и ничего не сохранено. Теперь профиль такой.
  That login has ended.	Этот вход завершён.
  The account has no password then: it is locked, until its owner is invited again or it gets a password. An account that is not invited is named (65), and then nothing is written.	После этого у аккаунта нет пароля: он заперт, пока владельца не пригласят снова или пока не зададут пароль. Аккаунт без приглашения называется (65), и тогда ничего не записывается.
  The account is now {1}.	Состояние аккаунта теперь: {1}.
  The account was changed elsewhere; this is what is saved now.	Аккаунт изменён в другом месте; вот что сохранено теперь.
  The accounts cannot be read now. Tell your administrator.	Аккаунты сейчас не читаются. Сообщите администратору.
  The accounts cannot be used	Аккаунты недоступны
  The accounts of regapp. "rules" names the rulebook; regapp rules explains it.	Аккаунты regapp. В "rules" свод правил; его объясняет regapp rules.
  The address is one that {1} reads: postgres://HOST1,HOST2/DATABASE, with all servers of a cluster, or service=NAME. It must not have a password, which others could see: passwords are in ~/.pgpass or in a service file. Over TCP the server needs a certificate for its name (sslmode=verify-full); an address that asks for less brings a warning each time.	Адрес — такой, как его понимает {1}: postgres://HOST1,HOST2/DATABASE, со всеми серверами кластера, или service=NAME. Пароля в нём быть не должно, он был бы виден другим: пароли лежат в ~/.pgpass или в файле служб. По TCP серверу нужен сертификат на его имя (sslmode=verify-full); если адрес требует меньшего, об этом каждый раз предупреждается.
  The albums ended too early: {1}.	Альбомы закончились раньше времени: {1}.
  The exit code is 65 for errors, or 78 for a broken rulebook. Warnings leave it 0: typed passwords, also in copies left by edit-file, weak, unknown or locked hashes, a file that others can read, a directory that they can write to. Where a group shares the file (regapp share), it is not others; what it cannot use is a warning. A warning of several accounts is one line, with their number and the command that lists them; --all, and JSON, have each.	При ошибках код выхода 65, при неверном своде правил — 78. Предупреждения оставляют его 0: пароли открытым текстом, в том числе в копиях от edit-file, слабые, неизвестные и заблокированные хеши, файл, который могут читать другие, каталог, в который они могут писать. Группа, которой файл открыт (regapp share), — не другие; предупреждение — о том, чем она не может пользоваться. Одно предупреждение о многих аккаунтах — одна строка с их числом и командой, которая их перечислит; каждое отдельно выводят --all и JSON.
  The exit is 0 if the new password is set, 1 if the old one is wrong or the account lacks a required field, 65 if the new one breaks a rule, 67 with --without-old if there is no account, 77 if it may not log in. Its messages are for the person who types.	Код выхода: 0 — новый пароль задан, 1 — прежний неверен или в аккаунте нет обязательного поля, 65 — новый нарушает правило, 67 с --without-old — аккаунта нет, 77 — вход закрыт. Её сообщения — для того, кто вводит пароль.
  The file is a list of accounts, or an object with such a list as accounts: another accounts file, for example, if it has the same rulebook. Each names its account by its key, the email or the user name. A field that is there is set, and so is a key of your own, which begins with x- or //; null clears these and any other key, and what is not there stays as it is. Any other key is refused (65), unless --leave-out names it. An account that does not exist is created. An account that the file does not name stays, unless --prune removes it.	В файле — список аккаунтов или объект с таким списком в accounts, например другой файл аккаунтов с тем же сводом правил. Каждый аккаунт назван по ключу: по адресу или имени пользователя. Поле, которое есть в файле, задаётся, как и ваш собственный ключ, который начинается с x- или //; null убирает их и любой другой ключ, а чего в файле нет, остаётся как было. Из-за любого другого ключа файл не принимается (65), если его не называет --leave-out. Аккаунт, которого ещё нет, создаётся. Кто в файле не назван, остаётся, если нет --prune.
  The ids of an export come with its accounts. In any other list, --columns id=NAME names the column, or the key in JSON, of the UUIDs by which applications know the accounts. An account that is there and has another id is refused (65); --leave-out id goes by names alone.	Идентификаторы экспорта приходят с его аккаунтами. Для любого другого списка --columns id=ИМЯ называет столбец, а для JSON ключ, с UUID, по которым аккаунты знают приложения. Если такой аккаунт уже есть и у него другой идентификатор, это ошибка (65); --leave-out id различает их только по именам.
  The last saved edit is undone only if it is the last change that this user made in this session, and if its fields have not changed since. regapp undo takes back changes of any kind, by anybody.	Последняя сохранённая правка отменяется, только если после неё этот пользователь в этом сеансе ничего не менял, а её поля с тех пор не изменились. Любое изменение, чьё бы оно ни было, отменяет regapp undo.
  The link works once, until {1}. Keep it to yourself: whoever has it can set your password. If it does not work, ask for a new one.	Ссылка одноразовая и действует по {1} включительно. Никому её не передавайте: по ней можно задать ваш пароль. Если она не сработает, попросите новую.
  The links are in {1}.	Ссылки — в {1}.
  The links could not be kept: {1}. Invite again, or undo.	Ссылки не сохранены: {1}. Пригласите снова или отмените.
  The list has changed since these keys were typed: look at it again.	Список изменился с тех пор, как эти клавиши были нажаты: посмотрите на него ещё раз.
  The login is shown in a window of a browser alone.	Вход показывается только в окне браузера.
  The name or the old password is wrong, or the account is locked. If you have forgotten the password, ask your administrator for a link.	Имя или прежний пароль неверны, или аккаунт заблокирован. Если вы забыли пароль, попросите у администратора ссылку.
  The name or the password is wrong, or the account cannot be logged in to now.	Имя или пароль неверны, или в аккаунт сейчас нельзя войти.
  The name or the password is wrong, or the account is locked.	Имя или пароль неверны, либо аккаунт заблокирован.
  The new password is used exactly as typed; an empty line gives up.	Новый пароль берётся точно так, как набран; пустая строка — отказ.
  The open edit was changed elsewhere.	Открытую правку изменили в другом месте.
  The page did not understand what was sent. Open it again.	Страница не поняла отправленное. Откройте её заново.
  The page did not understand what was sent. Open the link again.	Страница не поняла отправленное. Откройте ссылку заново.
  The password is set. You can log in from {1} on.	Пароль задан. Входить можно с {1}.
  The password must be changed: choose a new one.	Пароль нужно сменить: придумайте новый.
  The password of each account becomes the code of an invitation, which does one thing: it sets another password, and only until a day. Until then nobody logs in to the account. A second invitation ends the first. At a terminal it asks where a password that somebody has ends; regapp undo brings it back.	Паролем каждого аккаунта становится код приглашения, которым можно только задать другой пароль, и лишь по указанный день. До тех пор в аккаунт никто не входит. Второе приглашение отменяет первое. В терминале команда переспрашивает, если чей-то пароль перестанет действовать; regapp undo его возвращает.
  The password of {1} ends now; regapp undo brings it back. Invite?	Пароль {1} сейчас перестанет действовать; regapp undo его вернёт. Пригласить?
  The password will be generated, and shown once the account is there. ^G: type it after all.	Пароль будет придуман и показан, как только аккаунт появится. ^G — всё же ввести самому.
  The passwords of {1} end now; regapp undo brings them back. Invite?	Пароли {1} сейчас перестанут действовать; regapp undo их вернёт. Пригласить?
  The reason may be left out.	Причину можно не указывать.
  The rules have changed; check what you typed.	Правила изменились; проверьте введённое.
  The same in /etc/pam.d, for any service:	То же в /etc/pam.d, для любой службы:
  The same password again, so that no slip of a finger locks you out.	Тот же пароль ещё раз, чтобы опечатка не закрыла вам вход.
  The store gave no number for this album, so it cannot be opened.	Магазин не дал номера этого альбома, поэтому открыть его нельзя.
  There are no accounts yet: register the first one.	Никто ещё не зарегистрирован: зарегистрируйтесь первым.
  There is no account {1} yet: to create it, type the password again.	Аккаунта {1} ещё нет: чтобы создать его, введите пароль ещё раз.
  There is no such page	Такой страницы нет
  They contain what was searched for. No login is needed.	В них есть то, что искали. Вход не нужен.
  This came from another page, or the server's line says no method.	Это пришло с другой страницы, или в строке сервера нет метода.
  This change of {1 account}, all of it:	Это изменение {1 аккаунта|аккаунтов|аккаунтов}, всё целиком:
  This change:	Это изменение:
  This form was sent by another site. If you did that yourself, open the page, and try again.	Эту форму отправил другой сайт. Если это были вы сами, откройте страницу и попробуйте снова.
  This is done for one account at a time: unmark the others.	Это делается с одним аккаунтом: снимите лишние пометки.
  This is the code of your invitation. It sets a password, and opens nothing else.	Это код вашего приглашения. Им только задают пароль, больше он ничего не открывает.
  This link does not work	Эта ссылка не работает
  This link was used	Эта ссылка уже использована
  This login has come in at hosts 64 times within an hour: perhaps this browser keeps no cookies there.	За час этот вход открывал хосты 64 раза: возможно, браузер не сохраняет там cookies.
  This name does not say who you are. Give {1}.	По этому имени не понять, кто вы. Укажите {1}.
  This page waited too long	Эта страница ждала слишком долго
  This way in is over	Этот вход больше не действует
  Three or four unrelated words are good.	Подойдут три-четыре несвязанных слова.
  To go on at once, log out, and log in again.	Чтобы продолжить сразу, выйдите и войдите снова.
  To mend:	Исправить:
  Too many logins have failed.	Слишком много неудачных входов.
  Try again in {1 minute}.	Попробуйте снова через {1 минуту|минуты|минут}.
  Try again in {1 second}.	Попробуйте снова через {1 секунду|секунды|секунд}.
  Tu	Вт
  Type a title or an artist, in any script.	Введите, что ищете: название или исполнителя, любыми буквами.
  Undid change {1}.	Отменено изменение {1}.
  Undo	Отмена изменения
  Undo passes over this change.	Это изменение отмена пропускает.
  Undo {1 change}?	Отменить {1 изменение|изменения|изменений}?
  Undoing all of them would do this:	Отмена их всех сделает вот что:
  Undoing it would do this:	Его отмена сделает вот что:
  Up, Down, PgUp, PgDn	↑, ↓, PgUp, PgDn
  Up, Down, PgUp, PgDn, Home, End	↑, ↓, PgUp, PgDn, Home, End
  Up/Down	↑/↓
  User Commands	Пользовательские команды
  User Info	Профиль
  We	Ср
  What people changed of their own accounts is taken back only with --theirs: a password that they replaced would come back. Without it the exit code is 75. It is not needed in the session of that account, or for what the same user did with a command.	То, что люди изменили в своих аккаунтах, отменяется только с --theirs: вернулся бы пароль, который они сменили. Без этого ключа код выхода — 75. Он не нужен в сеансе этого аккаунта и для того, что тот же пользователь сделал командой.
  What you sent was not saved. Log in, and send it again.	То, что вы отправили, не сохранено. Войдите и отправьте ещё раз.
  What you typed for {1} is not saved yet.	Введённое для {1} ещё не сохранено.
  Where --documents or $REGAPP_DOCUMENTS is postgres://HOST/DATABASE or service=NAME, the accounts are in that database, and regapp runs regapp-postgres with the same command line.	Если --documents или $REGAPP_DOCUMENTS — это postgres://HOST/DATABASE или service=NAME, аккаунты лежат в этой базе данных, и regapp запускает regapp-postgres с той же командной строкой.
  Where the file says "regapp": 1, as an export does, or --columns names the key, id is the UUID by which applications know an account. It comes with a new account, and an account without an id gets it; one that has another id is refused (65). --leave-out id goes by names alone.	Если в файле есть "regapp": 1, как в экспорте, или ключ назван в --columns, то id — это UUID, по которому аккаунт знают приложения. Новый аккаунт приходит с ним, а аккаунт без идентификатора его получает; если у аккаунта другой идентификатор, это ошибка (65). --leave-out id различает их только по именам.
  Where you came from you may still be logged in. Log out there once more.	Там, откуда вы пришли, вы, возможно, ещё не вышли. Выйдите там ещё раз.
  Where you log in: {1}	Где входить: {1}
  Why is {1} disabled?	Почему отключается {1}?
  Window too small (need {1}×{2})	Окно слишком мало (нужно {1}×{2})
  With --mail it prints a mail for each, as sendmail -t takes it, with a form feed between two: the link, its last day, and title and note of "serve" of the rulebook. It is in your language.	С --mail для каждого печатается письмо, как его берёт sendmail -t, а между двумя — перевод страницы: ссылка, её последний день, title и note из "serve" свода правил. Оно на вашем языке.
  With NAME, only the changes of the account that has or had this name. The values before and after are kept for 400 days; hashes are never shown. Of a change of more than 10 accounts only their number is shown, or with NAME what it did to that account. NAME may also be the id of an account: then also the changes that it made.	С NAME — только изменения аккаунта, у которого это имя есть или было. Значения до и после хранятся 400 дней; хеши не показываются. Если изменено больше 10 аккаунтов, показано только их число, а с NAME — что стало с этим аккаунтом. NAME может быть и идентификатором аккаунта: тогда показаны и изменения, которые он сделал.
  Without NAME, the rulebook of the accounts file. With --json it is printed as it can appear under "rules" in the file, to be copied and changed; with --schema, as a JSON Schema of the file, for editors. A rulebook with "from" is printed as it is written; with --expanded, all of it. Of a database, a FILE becomes the rulebook: see regapp-postgres rules --help.	Без NAME — свод правил файла аккаунтов. С --json он выводится в том виде, в каком может стоять в файле под ключом "rules", чтобы скопировать и изменить; с --schema выводится JSON Schema файла, для редакторов. Свод с ключом "from" выводится так, как записан, а с --expanded — целиком. У базы данных сводом становится FILE: см. regapp-postgres rules --help.
  Without a command: {1}.	Без команды: {1}.
  Without a field to change, it opens a form at the terminal. An empty value clears an optional field. With --draft the edit stays open, accumulating changes across runs, until regapp save or regapp cancel; edits without it leave it open. If --password comes last, without a value, the password is asked for at the terminal. --add-group and --remove-group change all accounts that are named, or none.	Без полей открывает форму в терминале. Пустое значение очищает необязательное поле. С --draft правка остаётся открытой между запусками и накапливается до regapp save или regapp cancel; правки без --draft её не касаются. Если --password стоит последним и без значения, пароль спрашивается в терминале. --add-group и --remove-group меняют все названные аккаунты или ни один.
  Without an argument, the rulebook of the database; with a NAME, a built-in one. Each is printed as in regapp. A FILE, named with a slash or with .json at its end, becomes the rulebook of the database: it is what regapp rules NAME --json prints, changed to your needs, or an accounts file, whose rules are taken. All accounts are judged by it; those that break it are closed until they are changed; it reports how many.	Без аргумента — свод правил базы данных, с NAME — встроенный; выводятся как в regapp. FILE, в имени которого есть косая черта или .json в конце, становится сводом правил базы данных: это то, что выводит regapp rules NAME --json, измененное по необходимости, или файл аккаунтов, из которого берутся правила. По нему проверяются все аккаунты; те, что его нарушают, закрыты, пока их не исправят, и сообщается, сколько их.
  Y	Д
  YYYY-MM-DD	ГГГГ-ММ-ДД
  YYYY-MM-DD, {1}	ГГГГ-ММ-ДД, {1}
  You are invited: choose a password.	Вас пригласили: придумайте пароль.
  You are logged in	Вы вошли
  You are logged in as {1}.	Вы вошли как {1}.
  You are logged in at {1}	Вы вошли на {1}
  You are logged in elsewhere, too:	Вы вошли и в других местах:
  You are logged out	Вы вышли
  You are logged out here.	Здесь вы вышли.
  You are not logged in	Вы не вошли
  You are not logged in here	Здесь вы не вошли
  You are not logged in yet	Вы ещё не вошли
  You came from {1}. This page is {2}.	Вы пришли с {1}. Эта страница — {2}.
  You can log in with it from {1} on.	Входить с ним можно с {1}.
  You can log in with it now, at {1}.	С ним уже можно входить на {1}.
  You can log in with it now.	С ним уже можно входить.
  You have been invited to {1}. Choose the password with which you will log in.	Вас пригласили на {1}. Придумайте пароль, с которым будете входить.
  You have been invited to {1}. Open this link, and choose the password with which you will log in:	Вас пригласили: {1}. Откройте эту ссылку и придумайте пароль, с которым будете входить:
  You may still be logged in elsewhere. To end that, log in here, and log out everywhere.	Возможно, в других местах вы ещё не вышли. Чтобы выйти, войдите здесь и выйдите везде.
  You were logged out elsewhere.	Сеанс завершён в другом месте.
  Your account	Ваш аккаунт
  Your account has expired, so its password cannot be changed. Ask your administrator.	Срок вашего аккаунта истёк, поэтому пароль сменить нельзя. Обратитесь к администратору.
  Your account has expired, so you cannot log in. Ask your administrator.	Срок вашего аккаунта истёк, поэтому войти нельзя. Обратитесь к администратору.
  Your account has more groups than can be passed on. Tell your administrator.	У вашего аккаунта больше групп, чем можно передать. Сообщите администратору.
  Your account is {1}, so its password cannot be changed. Ask your administrator.	Ваш аккаунт {1}, поэтому пароль сменить нельзя. Обратитесь к администратору.
  Your account is {1}, so you cannot log in. Ask your administrator.	Ваш аккаунт {1}, поэтому войти нельзя. Обратитесь к администратору.
  Your account lacks this: {1}. Your administrator adds it, and the link or code is still good then.	В вашем аккаунте нет: {1}. Это добавит администратор; ссылка и код останутся действительны.
  Your account: {1}	Ваш аккаунт: {1}
  Your invitation is over. Ask your administrator for another one.	Срок приглашения истёк. Попросите администратора о новом.
  Your invitation to {1}	Приглашение: {1}
  Your login is over, and nothing was saved. Log in, and change it once more.	Ваш вход окончен, и ничего не сохранено. Войдите и измените это ещё раз.
  Your new password begins or ends with a space, which belongs to it: type it each time.	Новый пароль начинается или кончается пробелом. Пробел — часть пароля: вводите его каждый раз.
  Your password for {1} is set	Ваш пароль для {1} задан
  Your password is right, but it must be changed first.	Пароль верный, но сначала его нужно сменить.
  Your password is set.	Пароль задан.
  Your profile	Ваш профиль
  [E]dit	[E] Правка
  [Enter] Change	[Enter] Изменить
  [Enter] Close	[Enter] Закрыть
  [Enter] Disable	[Enter] Отключить
  [N] 	[Н] 
  [U]ndo	[U] Отменить
  [Y] 	[Д] 
  [Y{1}] yes   [N, Esc{2}] no	[Д{1}] да   [Н, Esc{2}] нет
  [e]dit again (installing then overwrites their changes), or [d]iscard? 	[п]равить дальше (запись тогда заменит чужие изменения) или [о]тбросить? 
  [e]dit again, [i]nstall all the same, or [d]iscard? 	[п]равить дальше, [з]аписать всё равно или [о]тбросить? 
  [e]dit again, or [d]iscard? 	[п]равить дальше или [о]тбросить? 
  [i]nstall, [e]dit again, or [d]iscard? 	[з]аписать, [п]равить дальше или [о]тбросить? 
  ^R tries again	^R — повторить
  a JSON Schema (draft 2020-12) of the accounts file	схема файла аккаунтов (JSON Schema, draft 2020-12)
  a NAME is invited in any case	по NAME приглашают в любом случае
  a bare repository has no files: run this in a clone of it	в голом репозитории нет файлов: запустите это в его клоне
  a bug in the program	ошибка в самой программе
  a closing double quote	закрывающая двойная кавычка
  a colon	двоеточие
  a comma or ]	запятая или ]
  a comma or }	запятая или }
  a crash of the server would empty {1} in the database {2}, or set it back: it is UNLOGGED	при сбое сервера {1} в базе данных {2} опустеет или откатится: это UNLOGGED
  a digit	цифра
  a directory or postgres://… (else $REGAPP_DOCUMENTS, else your documents)	каталог или postgres://… (иначе $REGAPP_DOCUMENTS, иначе ваши документы)
  a file with one valid account opens without login, until someone logs out	единственный верный аккаунт открывается без входа, пока из него не выйдут
  a forgotten account	забытый аккаунт
  a generated password must be changed at the first login	придуманный программой пароль меняют при первом входе
  a group of this system, by name or number	группа этой системы: имя или номер
  a host that is guarded, which everybody may enter; may be repeated	охраняемый хост, открытый для всех; можно повторять
  a key comes twice or cannot be decoded, so the sides cannot be merged	один из ключей повторяется или не читается, поэтому стороны не слить
  a key in double quotes	ключ в двойных кавычках
  a key in double quotes or }	ключ в двойных кавычках или }
  a line must be a key, a colon, a space and a value	строка должна быть ключом с двоеточием и пробелом перед значением
  a login in a browser ends after {1 hour} without a request	вход в браузере заканчивается после {1 часа|часов|часов} без запросов
  a login in a browser lasts at most {1 hour}	вход в браузере длится не больше {1 часа|часов|часов}
  a login in a browser that is kept lasts at most {1 day}	вход в браузере, который запомнен, длится не больше {1 дня|дней|дней}
  a name must not contain a colon	в имени не должно быть двоеточия
  a name of the account, a space and a UUID	имя аккаунта, пробел и UUID
  a name that begins with # would be a comment	имя, которое начинается с #, стало бы комментарием
  a new group: {1}	новая группа: {1}
  a number must not begin with 0	число не может начинаться с 0
  a number of the form {1}	номер вида {1}
  a part of git's conflict markers is left; missing: {1}	осталась часть маркеров конфликта git; не хватает: {1}
  a password can be given with --password-stdin	пароль можно передать через --password-stdin
  a proxy says whose each request is, on a port too	прокси сообщает, чей это запрос, и на порту тоже
  a request came for the host '{1}', which is not in serve.hosts of the rules: nobody enters there	пришёл запрос для хоста «{1}», которого нет в serve.hosts правил: туда никто не входит
  a request came without a host in X-Forwarded-Host, or with several: nobody enters there	пришёл запрос без хоста в X-Forwarded-Host или с несколькими: туда никто не входит
  a request came without an address in X-Forwarded-For: after five wrong passwords from anywhere a name has to wait, whoever asks	пришёл запрос без адреса в X-Forwarded-For: после пяти неверных паролей, откуда бы они ни пришли, с этим именем ждут все
  a request had an expired or unknown session	пришёл запрос с окончившимся или неизвестным сеансом
  a request was refused: {1}	запрос отклонён: {1}
  a rulebook that is "from": "standard" with "key": "email" takes names of both kinds: docs/formats.md, From htpasswd; --skip-invalid leaves these accounts out	имена обоих видов допускает свод правил с "from": "standard" и "key": "email": docs/formats.md, From htpasswd; с --skip-invalid эти аккаунты пропускаются
  a rulebook to set, or the name of a built-in one	свод правил, который задать, или имя встроенного
  a socket does not say under which address the page is seen	по сокету не узнать, по какому адресу видна страница
  a spreadsheet would run cells in {1:row|rows} {2} as formulas; --spreadsheet prevents that	табличный редактор выполнит как формулы ячейки в строках: {2}; этого не будет с --spreadsheet{-1}
  a string must end on its line: the closing quote is missing, or a line break is to be written as {1}	строка должна кончаться там же, где началась: не хватает закрывающей кавычки, или перевод строки нужно писать как {1}
  a string must not contain a control character as it is; write {1}	в строке не может быть управляющего символа как есть; пишите {1}
  a user with this {1} already exists	{1}: такое значение уже есть у другого пользователя
  a user with this {1} already exists, at line {2}	{1}: такое значение уже есть у другого пользователя, в строке {2}
  a user with {1} already exists, in a closed account: {2}	пользователь с {1} уже есть, и его аккаунт закрыт: {2}
  a user with {1} already exists: {2}	пользователь с {1} уже есть: {2}
  a value	значение
  a value or ]	значение или ]
  a value or the file breaks a rule; a duplicate; check found an error	значение или файл нарушает правило; повтор; check нашёл ошибку
  a value that contains a quote must be in quotes, with each inner quote doubled: ""	значение с кавычкой должно стоять в кавычках целиком, а кавычка внутри — удваиваться: ""
  a write waits for {1 standby}, and {2} of those can confirm it	запись ждёт резервных серверов: {1}, а подтвердить её могут {2}
  access control list removed	список доступа снят
  account, person, what was done	аккаунт, человек, что сделано
  accounts	аккаунты
  accounts are known by their {1}	ключевое поле аккаунта: {1}
  accounts are missing; write a list of them like the one that regapp export --format json --with-hashes prints	нет аккаунтов; запишите их списком, какой выводит regapp export --format json --with-hashes
  accounts in PostgreSQL, with the commands of regapp	аккаунты в PostgreSQL, с командами regapp
  accounts in a database cannot be in git	аккаунты из базы данных в git не хранятся
  accounts in one file that people can read, edit by hand and trust	аккаунты в одном файле, который можно читать, править вручную и которому можно доверять
  accounts with problems were skipped	аккаунты с ошибками пропущены
  accounts.json is now accounts.jsonc, which may have comments	accounts.json стал accounts.jsonc, где можно писать комментарии
  accounts.jsonc, which may have comments; renames an accounts.json that exists	accounts.jsonc, где есть место комментариям; accounts.json переименует
  accounts: {1}	аккаунты: {1}
  add	добавить
  add an account	добавить аккаунт
  add and remove groups	добавить и убрать группы
  add it to ~/.pg_service.conf, or mend that file	добавьте её в ~/.pg_service.conf или исправьте этот файл
  add {1}	добавить {1}
  add, remove	добавить, убрать
  added	добавлено
  added columns that were missing; what they held is gone, but for what accounts say	добавила недостающие столбцы; что в них было, пропало, кроме сказанного в самих аккаунтах
  added keys and checks that were missing	добавила недостающие ключи и проверки
  added {1 account}	добавлено аккаунтов: {1}
  added {1 account}, replaced {2}, skipped {3}	добавлено аккаунтов: {1}, заменено: {2}, пропущено: {3}
  added: {1}	добавлен: {1}
  again	заново
  age {1}	{1 год|года|лет}
  aged {1}	возраст от {1}
  aged {1} or younger	возраст не больше {1 года|лет|лет}
  album only	только в альбоме
  albums	альбомы
  all actions of this screen (F1)	все действия этого экрана (F1)
  all albums of this band	все альбомы исполнителя
  all albums of this band: regapp albums by {1}	все альбомы исполнителя: regapp albums by {1}
  all changes, whoever made them; undo one of them	все изменения, чьи угодно; отмена любого из них
  all other users lose their access	все прочие пользователи теряют доступ
  all who have no password	всех, у кого нет пароля
  allow it more open files: ulimit -n	разрешите больше открытых файлов: ulimit -n
  also take back what people changed of their own accounts	отменить и то, что люди изменили в своих аккаунтах
  an account	аккаунт
  an account must be an object: { "email": …, "password": … }	аккаунт должен быть объектом: { "email": …, "password": … }
  an account without a name	аккаунт без имени
  an address	адрес
  an address with at least these characters: {1}	адрес, в котором символов не меньше: {1}
  an administrator can change that: regapp enable NAME	это может изменить администратор: regapp enable NAME
  an administrator takes "own": true out of the rulebook	администратор убирает "own": true из свода правил
  an edit of another account is open: {1}	открыта правка другого аккаунта: {1}
  an invitation that is over can be made again	кончившееся приглашение можно сделать снова
  an unfinished edit is in {1}	в {1} ждёт прежняя правка
  and to {1}	и на {1}
  and {1 other account}	и ещё аккаунтов: {1}
  another --country may help	возможно, поможет другой --country
  another account has this name too	такое же имя у другого аккаунта
  another account instead of the session's	другой аккаунт вместо аккаунта сеанса
  another accounts file	другой файл аккаунтов
  another directory has taken its directory's place	на месте его каталога теперь другой каталог
  another id	другой идентификатор
  another id, for somebody new, or one to give back	другой идентификатор, для нового человека, или прежний
  another one	другой
  another one has the same	то же самое есть у другого
  another program serves at {1}	на {1} слушает другая программа
  another program wrote the row of this account: the view login leaves it out until an edit, or regapp-postgres migrate	строку этого аккаунта записала другая программа: в представлении login его нет до правки или regapp-postgres migrate
  another program's list? jq {1} FILE | regapp import - --format json --rules standard	список другой программы? jq {1} ФАЙЛ | regapp import - --format json --rules standard
  another server to use instead of Apple's	другой сервер вместо сервера Apple
  any key	любая клавиша
  any text	любой текст
  appears twice	указано дважды
  applications will take {1} for somebody new	приложения примут {1} за нового человека
  applications will take {1} for whoever had this id	приложения примут {1} за того, у кого был этот идентификатор
  applications will take {1} for {2}	приложения примут {1} за {2}
  applied a file to {1}	по файлу: {1}
  arguments:	аргументы:
  around the accounts	вокруг аккаунтов
  as its owner run this, or see safe.directory in git help config	запустите это от имени владельца или см. safe.directory в git help config
  as root, groupadd makes one, and usermod -aG GROUP USER puts somebody in	от имени root: groupadd создаёт группу, usermod -aG ГРУППА ПОЛЬЗОВАТЕЛЬ добавляет в неё
  as root, usermod -aG {1} {2}; then log in again	от имени root: usermod -aG {1} {2}; затем войдите снова
  as root: the new password alone; the mark stays as it is	от имени root: только новый пароль; отметка о смене остаётся
  ask again on {1}	спросите {1}
  ask an administrator for another one: regapp invite NAME	попросите у администратора новое: regapp invite ИМЯ
  ask line by line instead of opening screens, for screen readers	вопросы построчно вместо экранов, для программ чтения с экрана
  ask line by line instead of opening screens, like --plain	вопросы построчно вместо экранов, как с --plain
  ask the store again	спросить магазин заново
  asks for an id at {1}; with one that does not count: {2 account} (regapp edit --account NAME --id new)	требует id на {1}; с недействующим: {2 аккаунт|аккаунта|аккаунтов} (regapp edit --account NAME --id new)
  asks for an id at {1}; without one: {2 account} (regapp seal)	требует id на {1}; без него: {2 аккаунт|аккаунта|аккаунтов} (regapp seal)
  asks for more than any account can have	столько не может быть ни в одном аккаунте
  at least {1}	не меньше {1}
  at most N albums, 1 to 200 (default 200)	не больше N, от 1 до 200; иначе 200
  at most N changes	не больше N изменений
  at most {1}	не больше {1}
  at most {1} bytes	не больше {1} байт
  at the next login	при следующем входе
  auto, always or never	auto, always или never
  back	назад
  back (B)	назад (B)
  back (Left, B)	назад (←, B)
  back to the list (Left, B)	назад к списку (←, B)
  bad file descriptor	неверный дескриптор файла
  bash, zsh or fish	bash, zsh или fish
  begin one: regapp init, or regapp login --email EMAIL; if there was one, check --documents, and that its disk is mounted	начните его: regapp init или regapp login --email EMAIL; если файл уже был, проверьте --documents и подключён ли диск
  begin the accounts file with this rulebook	начать файл аккаунтов с этого свода правил
  begins with a byte-order mark	начинается с метки порядка байтов
  belongs in "rules": {"from": "{1}", "{2}": …}	должно стоять в "rules": {"from": "{1}", "{2}": …}
  belongs in "rules": {…, "{1}": …}	должно стоять в "rules": {…, "{1}": …}
  birth date	дата рождения
  both sides changed it differently	обе стороны изменили его по-разному
  both sides changed the key {1}	обе стороны изменили ключ {1}
  brackets are nested more than {1} levels deep	скобки вложены глубже {1} уровней
  broken pipe	читать из канала больше некому
  by a program	из программы
  by this band	того же исполнителя
  cached answers and covers, with what was searched for, readable by you only	сохранённые ответы и обложки и то, что искали; читать их можете только вы
  calendar	календарь
  cancel	отмена
  cancelled an edit of {1}	отмена правки: {1}
  cancelled before it was done	прервано до завершения
  cannot allocate memory	не хватает памяти
  cannot be cleared with null	null здесь нельзя: поле должно остаться
  cannot connect securely to {1}	не удалось установить защищённое соединение с {1}
  cannot connect to the database {1}: the server has no connections left	нет связи с базой данных {1}: на сервере не осталось свободных подключений
  cannot connect to the database {1}: the server is starting, stopping or recovering	нет связи с базой данных {1}: сервер запускается, останавливается или восстанавливается
  cannot connect to the database {1}: the server refuses with the SQLSTATE {2}	нет связи с базой данных {1}: сервер ответил отказом, SQLSTATE {2}
  cannot create a file or directory	не удалось создать файл или каталог
  cannot load libpq, PostgreSQL's library: {1}	не загружается libpq, библиотека PostgreSQL: {1}
  cannot reach the database {1}: no answer from DNS for the host {2}	база данных {1} недоступна: DNS не ответил про узел {2}
  cannot reach the database {1}: no host has the name {2}	база данных {1} недоступна: узла с именем {2} нет
  cannot reach the database {1}: no server answers	база данных {1} недоступна: ни один сервер не отвечает
  cannot read from stdin: {1}	не удалось прочитать stdin: {1}
  cannot read or write	не удалось прочитать или записать
  cannot read or write; mayHaveSaved if a change may have been saved	не удалось прочитать или записать; mayHaveSaved, если изменение, возможно, сохранено
  cannot run {1}	не удалось запустить {1}
  cannot serve at {1}: {2}	не удаётся слушать на {1}: {2}
  cannot tell the format of {1}	непонятно, в каком формате {1}
  cannot tell what changes: the file could not be read before	что меняется, сказать нельзя: прежний файл не удалось прочитать
  cannot tell when the last login was: {1}	неизвестно, когда был последний вход: {1}
  cannot tell whether an edit is open: {1}	неизвестно, есть ли открытая правка: {1}
  cannot write to stdout: {1}	не удалось записать в stdout: {1}
  cannot write to the database {1}: every server that answers is read-only	в базу данных {1} нельзя записать: все ответившие серверы только для чтения
  cannot write {1}: {2}	не удалось записать {1}: {2}
  cannot {1} {2}{3}	не удалось {1} {2}{3}
  change #{1} cannot be undone: its values are not kept	изменение №{1} не отменить: его значения не сохранены
  change #{1} cannot be undone: this version does not know what {2} is	изменение №{1} не отменить: эта версия не знает, что такое {2}
  change #{1} cannot be undone: {2}	изменение №{1} не отменить: {2}
  change #{1} was only partly undone: {2 account} could not be identified	изменение № {1} отменено не полностью: не удалось найти {2 аккаунт|аккаунта|аккаунтов}
  change a password after the old one, for PAM	сменить пароль по прежнему, для PAM
  change fields of an account and save them	изменить поля аккаунта и сохранить
  change {1} was taken back by change {2}	изменение {1} уже отменено изменением {2}
  changed	изменён
  changed outside the history before this	до этого изменено в обход истории
  changed outside the history since	с тех пор изменено в обход истории
  changed the groups of {1}	группы изменены: {1}
  changed the password of {1}	смена пароля: {1}
  changed: only spacing or order	изменены только пробелы или порядок
  changed: the rulebook, or other text outside the accounts	изменён свод правил или другое содержимое файла помимо аккаунтов
  changed: {1}	изменён: {1}
  changed: {1} ({2})	изменён: {1} ({2})
  changing the groups	изменение групп
  chauthtok works only where PAM_TYPE is password	chauthtok работает только там, где PAM_TYPE — password
  check /etc/resolv.conf and the network, or give the server's address: hostaddr=ADDRESS	проверьте /etc/resolv.conf и сеть или укажите адрес сервера: hostaddr=ADDRESS
  check a password and answer with the exit code: 0 or 1	проверить пароль и ответить кодом выхода: 0 или 1
  check its name; let its administrator create it, or allow connections and grant CONNECT	проверьте имя или попросите администратора её создать, разрешить подключения и дать право CONNECT
  check its owner and permissions with ls -ld	посмотрите, кому он принадлежит: ls -ld
  check that its directory exists and is yours to write	проверьте, что каталог есть и в него можно писать
  check the address, and that the server is running	проверьте адрес и то, что сервер работает
  check the disk for errors, then try again	проверьте диск и повторите запись
  check the name in the address	проверьте имя в адресе
  check the password even where the attempt cannot be counted	проверить пароль и там, где попытку нельзя сосчитать
  check the path	проверьте путь
  check the standbys and the network to them	проверьте резервные серверы и сеть до них
  check the user in the address, and the password in ~/.pgpass (mode 0600); the role may also have no LOGIN, a password that is over, or no line in pg_hba.conf	проверьте пользователя в адресе и пароль в ~/.pgpass (права 0600); ещё у роли может не быть LOGIN, мог истечь её пароль или для неё нет строки в pg_hba.conf
  check whether the network wants you to log in first	нет ли на пути к магазину страницы входа в сеть?
  checking {1 account}…	идёт проверка: {1 аккаунт|аккаунта|аккаунтов}…
  choose	выбрать
  choose a password that differs from the old one	придумайте пароль, который отличается от прежнего
  choose a shorter path, such as /run/regapp/door.sock	выберите путь короче, например /run/regapp/door.sock
  choose an album	выбрать альбом
  choose between the markers, then run regapp check and git add {1}	выберите между метками, затем запустите regapp check и git add {1}
  choose the day in a calendar	выбрать день в календаре
  cleaned	с цензурой
  clear	сброс
  close	закрыть
  closed	закрыт
  closes this	закрыть
  closes {1 account}: {2}	закрывает {1}: {2}
  code {1}	код {1}
  comes back locked: {1}; the history has no password of it	возвращается заблокированным: {1}; его пароля в истории нет
  commands	команды
  computes a hash at each login	считает хеш при каждом входе
  computes a hash at each request	считает хеш при каждом запросе
  conflict markers of git	маркеры конфликта git
  connect as a user who has the role for it; if it has, regapp-postgres status says what is wrong	подключитесь под тем, у кого есть такая роль; если роль есть, regapp-postgres status скажет, что не так
  connection timed out	время ожидания истекло
  contains half a character (not UTF-8, or an unpaired surrogate)	содержит половину символа (не UTF-8 или половина суррогатной пары)
  contains {1}, a character that is not displayed	содержит {1}, символ, который не отображается
  contains {1}, a line break	содержит {1}, перевод строки
  contains {1}, a tab	содержит {1}, табуляцию
  convert it: {1}	преобразуйте: {1}
  copied {1 account}, {2 change} of the history and {3 attempt} to log in	скопировано: {1 аккаунт|аккаунта|аккаунтов}, {2 изменение|изменения|изменений} в истории, {3 попытка|попытки|попыток} войти
  copied {1} here	копирование сюда: {1}
  copy a documents directory with cp -a	каталог документов копируют командой cp -a
  copy all accounts from a file to a database, or back	скопировать все аккаунты из файла в базу данных или обратно
  copy needs FROM and TO	для copy нужны FROM и TO
  copy to a database or a directory without accounts	копируйте в базу данных или каталог без аккаунтов
  cost {1}	стоимость {1}
  create	создать
  create an account and log in	зарегистрировать аккаунт и войти в него
  create it with createdb -T template0 -E UTF8, and move the data there	создайте её так: createdb -T template0 -E UTF8, и перенесите туда данные
  create it: install -m 640 -g GROUP /dev/null {1}	создайте его: install -m 640 -g ГРУППА /dev/null {1}
  create the directory	создать каталог
  created account {1}	создан аккаунт {1}
  created account {1} with the password {2}	создан аккаунт {1} с паролем {2}
  created {1 account}, changed {2}, removed {3}	создано аккаунтов: {1}, изменено: {2}, удалено: {3}
  creating the account	создание аккаунта
  d#an answer	о
  database	база данных
  day	день
  day#of a date	день
  delete it, and it begins again	удалите его, и он начнётся заново
  delete to the start, a word, to the end, the next word	удалить до начала, слово, до конца, следующее слово
  device or resource busy	устройство или ресурс заняты
  did you mean {1}?	может быть, {1}?
  directory not empty	каталог не пуст
  disable	отключить
  disable: no login from now on	отключить: входа больше нет
  disabled	отключён
  disabled already	уже отключён
  disabled must be true or false	disabled: нужно true или false
  disabled {1}	отключение: {1}
  disabled {1}#what was done	отключено: {1}
  disabling	отключение
  disc {1} is not in this store	диска {1} нет в этом магазине
  discard the edit	отбросить правку
  discard the open edit	отбросить открытую правку
  discard the open edit; with none open, undo the last saved one	отменить открытую правку, а если её нет — последнюю сохранённую
  discarded an edit that could not be read	отменена правка, которую не удалось прочитать
  discarded the open edit of {1}	отменена открытая правка аккаунта {1}
  discarded; the file is unchanged	правка отброшена; файл остался прежним
  discarding the edit	отмена правки
  disk quota exceeded	превышена дисковая квота
  do not ask	не переспрашивать
  do not change the session	не менять сеанс
  do what is marked: undo, or keep	сделать отмеченное: отменить или оставить
  does not count, and another account has its UUID	не действует, а такой UUID есть у другого аккаунта
  done, or nothing to change	сделано, или менять нечего
  draw the screen again	перерисовать экран
  drop or rename it, or use another database	удалите или переименуйте это или возьмите другую базу данных
  drop what was typed	отбросить введённое
  dropped: {1}	не взято: {1}
  e#an answer	п
  each attempt to log in; beside the history, and named likewise; no passwords	каждая попытка входа, без паролей; лежит рядом с историей и называется так же
  each line must be name:hash	строка должна иметь вид имя:хеш, с двоеточием
  edit	правка
  edit NAME takes no {1} beside {2}	edit NAME не принимает {1} рядом с {2}
  edit needs a field to change	edit: не указано, какое поле менять
  edit takes a NAME only with --add-group, --remove-group or --drop	edit принимает NAME только с --add-group, --remove-group или --drop
  edit the account	изменить аккаунт
  edit the account (Enter)	изменить аккаунт (Enter)
  edit the account#advice	измените аккаунт
  edit the accounts file by hand, safely, while others use it	безопасно править файл аккаунтов вручную, пока с ним работают другие
  edit the file	править файл
  edit the file by hand, at the first problem	править файл вручную, с первой ошибки
  edit the file by hand, where this account is wrong	править файл вручную, с места, где этот аккаунт неверен
  edit the file, with C	исправьте файл клавишей C
  edit what regapp export --format json prints, then regapp plan FILE and regapp apply FILE	правьте то, что выводит regapp export --format json, потом regapp plan FILE и regapp apply FILE
  edit-file needs a terminal	edit-file нужен терминал
  edited the file with edit-file	edit-file: файл
  edited {1}	правка: {1}
  edited {1} with edit-file	edit-file: {1}
  editing a copy: {1}	правится копия: {1}
  email	эл. почта
  empty	пусто
  empty the search, or leave	очистить поиск или выйти
  enable	включить
  enable or disable the account	включите или отключите аккаунт
  enable: login is possible again	включить: вход снова открыт
  enabled	включён
  enabled {1}	включение: {1}
  enabled {1}#what was done	включено: {1}
  enabling	включение
  end all of its logins: regapp sessions {1} --end	закончить все его входы: regapp sessions {1} --end
  end an invitation: its code changes nothing any more	закончить приглашение: код больше ничего не меняет
  end invitations: their codes change nothing any more	закончить приглашения: их коды больше ничего не меняют
  end it, or choose another place	остановите её или выберите другое место
  end logins	выйти везде
  end some: regapp sessions --end NAME	закончите лишние: regapp sessions --end NAME
  end the invitation	закончить приглашение
  end these logins, or the one with this ID	закончить эти входы или один, с этим ID
  ended by SIGQUIT	завершено сигналом SIGQUIT
  ended by SIGTERM	завершено сигналом SIGTERM
  ended the invitation of {1}	закончено приглашение: {1}
  ended the invitation of {1}#what was done	закончено приглашение: {1}
  ended {1 login} in browsers	закончено входов в браузерах: {1}
  ending logins in browsers	заканчиваются входы в браузерах
  ending the invitation	приглашение заканчивается
  enter the day of your birth date	укажите день в дате рождения
  enter the month of your birth date	укажите месяц рождения
  enter the new password	введите новый пароль
  enter the old password or the code	введите прежний пароль или код
  enter the year of your birth date	укажите год рождения
  enter your password	введите пароль
  enter {1}	укажите {1}
  every login is refused: {1}	вход закрыт для всех: {1}
  every user can write it	в него может писать любой пользователь
  every user of this machine can read the hashes in {1} (mode {2}); chmod {3} prevents that	хеши в {1} может читать каждый пользователь этой машины (режим {2}); закрыть: chmod {3}
  everyone may call the functions of the database {1}: it was restored without its rights	функции базы данных {1} может вызвать кто угодно: она восстановлена без своих прав
  everything as a manual page: | man -l -	всё вместе в виде man-страницы: | man -l -
  example:	пример:
  examples:	примеры:
  expected {1}, found {2}	ожидалось: {1}, найдено: {2}
  expired	срок истёк
  explicit	без цензуры
  export needs --format or --for	для export нужен --format или --for
  export there, migrate into an empty database, import	сделайте там export, затем migrate в пустую базу данных и import
  failed logins are not counted here: {1}	неудачные попытки входа здесь не считаются: {1}
  fair	средняя
  field	поле
  fields of the account break the rules: first {1}	поля аккаунта нарушают правила: сначала {1}
  file exists	файл уже существует
  file name too long	слишком длинное имя файла
  file too large	файл слишком велик
  first name	имя
  first put it in force: regapp-postgres rules FILE, then {1}	сначала введите его в действие: regapp-postgres rules FILE, затем {1}
  first {1} disable NAME for whoever is to stay out, then {2}	сначала {1} disable NAME для тех, кому вход закрыт, затем {2}
  fix it with regapp edit or regapp apply, then run regapp check	исправьте это через regapp edit или regapp apply и запустите regapp check
  fix it with regapp edit or regapp apply, then run regapp check again	исправьте это через regapp edit или regapp apply и снова запустите regapp check
  fix it with regapp edit-file, then run regapp check	исправьте это в regapp edit-file и запустите regapp check
  fix it with regapp edit-file, then run regapp check again	исправьте это в regapp edit-file и снова запустите regapp check
  fix or remove the link; the old file is untouched	исправьте или удалите ссылку; старый файл не тронут
  fix the file by hand, then run regapp check again	исправьте файл вручную и снова запустите regapp check
  fix the file by hand; it was not changed	исправьте файл вручную; он остался как был
  fix the file, or run regapp import --generate, which makes the missing passwords	исправьте файл или выполните regapp import --generate: недостающие пароли будут придуманы
  fix the file, or run regapp import --on-conflict skip, or replace	исправьте файл или выполните regapp import --on-conflict skip либо replace
  fix the file, or run regapp import --without {1}	исправьте файл или выполните regapp import --without {1}
  fix the file, or the options that leave something out	исправьте файл или параметры, по которым что-то пропускается
  fix the file, or use --skip-invalid to import the other accounts	исправьте файл или укажите --skip-invalid, чтобы загрузить остальные аккаунты
  fix the file, then import it again with --on-conflict skip	исправьте файл и загрузите его снова с --on-conflict skip
  fix the file; it cannot be read beyond this	исправьте файл; дальше этого места он не читается
  fix the file; regapp rules shows what an account must look like	исправьте файл; каким должен быть аккаунт, показывает regapp rules
  fix the rulebook; regapp rules register --json prints one to start from	исправьте свод правил; образец выводит regapp rules register --json
  fix these, then copy again	исправьте это и скопируйте снова
  for PAM: the machine's own users below N are unknown (default: 1000)	для PAM: пользователи системы с номером меньше N неизвестны (обычно 1000)
  for existing accounts: skip, replace or fail (default fail)	если аккаунт уже есть: skip, replace или fail (fail)
  for how many days the invitation is good: 1 to 90 (default 7)	сколько дней действует приглашение: от 1 до 90 (по умолчанию 7)
  for programs	для программ
  for the same person regapp edit --account {1} --id {2}, for another one --id new	если это тот же человек — regapp edit --account {1} --id {2}, если другой — --id new
  four hexadecimal digits after \u	четыре шестнадцатеричные цифры после \u
  free some disk space; the old file is untouched	освободите место на диске; старый файл не тронут
  free some memory, or raise the limit (ulimit -v), then try again	освободите память или увеличьте предел (ulimit -v) и повторите
  from {1} to {2}	с {1} по {2}
  function not implemented	система этого не умеет
  functions are missing, or others	функций нет, или они другие
  g#an answer	п
  gave an id to {1 account}	получили идентификатор аккаунтов: {1}
  gave {1} a new hash or an id	новый хеш или идентификатор: {1}
  generate	придумать
  getting started:	для начала:
  git calls it in a repository in which regapp git-setup was run. Each password is replaced by {1} and eight digits that change when it does, made with the key regapp-key in the git directory; without that key, by {2} alone. All else is printed as it is. A text that is not JSON is printed up to the place of the error, with everything masked but keys.	Её вызывает git в репозитории, где выполнена regapp git-setup. Вместо каждого пароля стоит {1} и восемь цифр, которые меняются вместе с ним; для них нужен ключ regapp-key в каталоге git, а без него остаётся только {2}. Остальное выводится как есть. Если текст — не JSON, он выводится до места ошибки, и закрыто всё, кроме ключей.
  git does not use a repository of another user: {1}	git не работает с репозиторием другого пользователя: {1}
  git init {1} makes one	его создаст git init {1}
  git is not on PATH	git не найден в PATH
  git keeps {1}, which is not to be in a repository; git rm --cached ends that	git хранит {1}, а этому файлу в репозитории не место; исправит git rm --cached
  git runs it once git-setup has told it to. Writes the merge of OURS and THEIRS, which began from BASE, to OURS, and exits with 0; or with 1 if there are conflicts, which are between git's markers then. Where one side takes access away from an account (disables or locks it, ends its days, takes a group, has its password changed), a change of the other side to it is a conflict, but to its owner's names, phone and birth date. If a version cannot be read, or its rulebook is broken, OURS gets what git merge-file makes of the lines, and the exit code is 65. Reads no other file than these three. After any code but 0 and 1, or a signal, the line in git's settings has git merge the lines, unless OURS is changed already, and ends with a conflict.	Её запускает git, если это настроила git-setup. Записывает в OURS слияние OURS и THEIRS, у которых общее начало BASE, и завершается с кодом 0; или с 1, если есть конфликты: они тогда между метками git. Если одна сторона ограничивает доступ аккаунта (отключает или запирает его, сокращает дни, убирает группу, требует сменить пароль), любая правка другой стороны в нём — конфликт, кроме имени, фамилии, телефона и даты рождения. Если версию не удаётся прочитать или её правила неверны, в OURS записывается слияние строк от git merge-file, и код выхода 65. Других файлов, кроме этих трёх, не читает. После любого кода, кроме 0 и 1, и после сигнала строка в настройках git сливает строки, если OURS ещё не изменён, и сообщает о конфликте.
  git's own is 7	у git это 7
  git: {1}	git: {1}
  give --documents DIR	укажите --documents DIR
  give --documents DIR, a directory in a repository	укажите --documents DIR, каталог в репозитории
  give --format, one of {1}	укажите --format, один из: {1}
  give --overwrite a file as the list has it	дайте --overwrite файл так, как он назван в списке
  give --socket PATH	укажите --socket PATH
  give --socket or --listen, or let systemd pass one	укажите --socket или --listen или пусть сокет передаст systemd
  give --url URL, set {1}, or write "serve": {"url": …} into the rulebook	укажите --url URL, задайте {1} или запишите "serve": {"url": …} в свод правил
  give --url https://HOST/PATH/, or --door to serve the door alone	укажите --url https://HOST/PATH/ или --door, если нужна только дверь
  give --yes	укажите --yes
  give a directory, postgres://HOST/DATABASE or service=NAME	укажите каталог, postgres://HOST/DATABASE или service=NAME
  give a phone number such as {1}	укажите номер вроде {1}
  give a title or an artist	укажите название или исполнителя
  give all servers, as in postgres://HOST1,HOST2/DATABASE	укажите все серверы: postgres://HOST1,HOST2/DATABASE
  give all servers, as in postgres://HOST1,HOST2/DATABASE, or wait until one is promoted	укажите все серверы, как в postgres://HOST1,HOST2/DATABASE, или подождите, пока один из них не станет главным
  give another --documents to start elsewhere	чтобы начать в другом месте, укажите другой --documents
  give another file	укажите другой файл
  give another file, or empty this one	укажите другой файл или очистите этот
  give another {1}, or for somebody new also --id new; regapp check shows the id	укажите другое значение ({1}), а для нового человека ещё --id new; идентификатор покажет regapp check
  give another {1}; if that account is yours, log in: regapp login	укажите другое значение ({1}); если этот аккаунт ваш, войдите: regapp login
  give each a new password: regapp edit --account NAME --generate	дайте каждому новый пароль: regapp edit --account ИМЯ --generate
  give it a later end: regapp edit --account {1} --valid-until YYYY-MM-DD	сначала продлите его: regapp edit --account {1} --valid-until ГГГГ-ММ-ДД
  give it once	укажите его один раз
  give one, such as --first-name NAME	укажите поле, например --first-name NAME
  give somebody new another one: regapp edit --account NAME --id new	новому человеку дайте другой: regapp edit --account ИМЯ --id new
  give the field to regapp edit --draft again, or discard the edit with regapp cancel	назовите поле в regapp edit --draft ещё раз или отмените правку: regapp cancel
  give the file of its authority: sslrootcert=FILE in the address	укажите файл того, кто его выдал: sslrootcert=FILE в адресе
  give the first day on which to log in again	укажите день, с которого снова можно входить
  give the group another name: {1}	дайте группе другое имя: {1}
  give the host by the name in its certificate	укажите сервер под тем именем, что в его сертификате
  give the list with --list FILE or ${1}	укажите список: --list FILE или ${1}
  give the year of your birth date with four digits	укажите год рождения четырьмя цифрами
  give your birth date in numbers, for example {1}	укажите дату рождения числами, например {1}
  give {1}	укажите {1}
  go	готово
  go on	дальше
  go on with what was chosen	дальше с выбранным
  go through the list	по списку
  go through the songs	листать песни
  go to the list	к списку
  group	группа
  groups	группы
  groups for Apache; only exported	группы для Apache; только выгрузка
  groups to add to those that there are	группы, которые добавить
  groups to remove	группы, которые убрать
  has a hash ({1}) that this system cannot check	такой хеш ({1}) эта система проверить не может
  has a hash ({1}) that this system cannot check; install {2}	такой хеш ({1}) эта система проверить не может; установите {2}
  has a minimumAge above its maximumAge	minimumAge больше, чем maximumAge
  has a truncated or malformed hash ({1}): no password matches it	хеш ({1}) обрезан или записан с ошибкой: к нему не подойдёт ни один пароль
  has a weak hash ({1}); a login (regapp login, or on the page) or a new password replaces it	слабый хеш ({1}); его заменит вход (regapp login или на странице) или новый пароль
  has a weak hash ({1}); only a new password replaces it	слабый хеш ({1}); его заменит только новый пароль
  has an entry without host: write "host": "wiki.example.com"	у записи нет host: напишите "host": "wiki.example.com"
  has space around it; login passes over it, and an edit removes it	с пробелами по краям; при входе они не учитываются, а при правке исчезнут
  has the character U+0000	содержит символ U+0000
  hash every password that was typed by hand, and give each account an id	захешировать все пароли, вписанные открытым текстом, и дать каждому аккаунту идентификатор
  have git merge and show the accounts file by account and field	научить git сливать и показывать файл аккаунтов по аккаунтам и полям
  have the password changed at the next login	потребовать смену пароля при следующем входе
  have the password generated, or type it after all	придумать пароль за вас или всё же ввести его
  help	справка
  hide	скрыть
  history	история
  host: needs a list of hosts, and the rulebook has none	для host: нужен список хостов, а в правилах его нет
  how accounts are to be, in JSON; - is stdin	какими быть аккаунтам, в JSON; - означает stdin
  how many changes to take back; 1 if left out	сколько изменений отменить; если не указано, одно
  how many signs a conflict's marker has; 7 if not given	сколько знаков в метке конфликта; если не указать, 7
  how new passwords are hashed: yescrypt, bcrypt or sha512crypt	как хешировать новые пароли: yescrypt, bcrypt или sha512crypt
  i#an answer	з
  id	идентификатор
  if several accounts share this first name, give {1}	если это имя у нескольких человек, укажите {1}
  if that is what you want, use --prune-all	если так и нужно, используйте --prune-all
  if that was meant, start the program anew; if not, see who can write the directory	если так и задумано, запустите программу заново; если нет — проверьте, кто может писать в каталог
  import --without password --generate makes new passwords, and --invite sends links; a password that really is such a text is set with regapp edit --password-stdin	import --without password --generate создаст новые пароли, а --invite даст ссылки; если это и правда пароль, его задаст regapp edit --password-stdin
  import accounts from a file of another program	загрузить аккаунты из файла другой программы
  import leaves out a field with --without {1}	import не берёт поле с --without {1}
  import the accounts without problems, and report the others (65)	загрузить аккаунты без ошибок, об остальных сообщить (65)
  imported {1}	импорт: {1}
  in a database, let people in by roles: CREATE ROLE … LOGIN IN ROLE regapp_manager	в базу данных впускают по ролям: CREATE ROLE … LOGIN IN ROLE regapp_manager
  in a date: the calendar	в дате: календарь
  in groups: finish one; Backspace removes the last	в группах: закончить одну; Backspace удаляет последнюю
  in the database {1}, not all was written, or a sequence was set back or has ended; nothing was saved	в базе данных {1} записано не всё, либо последовательность вернули назад или она кончилась; ничего не сохранено
  in the database {1}, regapp writes nothing while the {2} is there: its tables are its own	в базу данных {1} regapp ничего не пишет, пока там есть {2}: таблицы только его
  in the database {1}, {2} belongs to the role {3}, which is neither the owner of the database nor a superuser	в базе данных {1} {2} принадлежит роли {3}, а она и не владелец базы данных, и не суперпользователь
  in the database {1}, {2} refused with the SQLSTATE {3}; nothing was saved	в базе данных {1} {2} отвечает отказом: SQLSTATE {3}; ничего не сохранено
  in the format of a program, without what it cannot check: regapp help readers	в формате программы, без того, чего она не проверит: regapp help readers
  in the text; Home and End to its ends, ^ or Alt with them by words	по тексту; Home и End — в начало и конец, с Ctrl или Alt — по словам
  indexes are missing, or others	индексов нет, или они другие
  input/output error	ошибка ввода-вывода
  insert what was deleted; undo, as Alt+Z does	вставить удалённое; отменить, как и Alt+Z
  install a newer regapp, or ask whoever wrote the file; it was not changed	установите более новый regapp или спросите того, кто записал файл; он остался как был
  install a newer regapp-postgres	установите более новую regapp-postgres
  install ca-certificates, or give sslrootcert=FILE in the address	установите ca-certificates или укажите в адресе sslrootcert=FILE
  install git, then try again	установите git и повторите
  install libcurl4	установите libcurl4
  install libpq5, version 14 or newer (apt-get install libpq5)	установите libpq5 версии 14 или новее (apt-get install libpq5)
  install the Debian package regapp-albums, or build it: swift build --product regapp-albums	установите пакет Debian regapp-albums или соберите её: swift build --product regapp-albums
  install the Debian package regapp-postgres, or build it: swift build --product regapp-postgres	установите пакет Debian regapp-postgres или соберите её: swift build --product regapp-postgres
  install the Debian package regapp-serve, or build it: swift build --product regapp-serve	установите пакет Debian regapp-serve или соберите её: swift build --product regapp-serve
  install {1}, or {2}	установите {1} или {2}
  installed	записано
  installed, together with what others have written since	записано вместе с тем, что за это время записали другие
  internal error; please report this	случилось то, чего не может быть; пожалуйста, сообщите об этом
  interrupted	прервано
  interrupted system call	вызов прерван сигналом
  invalid argument	недопустимый аргумент
  invalid cross-device link	это другая файловая система
  invitation	приглашение
  invitation over	приглашение кончилось
  invite	пригласить
  invite: a link or a code with which the owner sets a password	приглашение: ссылка или код, по которым владелец задаёт пароль
  invited	приглашён
  invited until	приглашён по
  invited {1} until {2}	приглашение до {2}: {1}
  invited {1}#in the history	приглашение: {1}
  invitedUntil left out of {1 account}: there is no password beside it	invitedUntil опущено, потому что рядом нет пароля: {1 аккаунт|аккаунта|аккаунтов}
  inviting	приглашение
  is a directory	это каталог
  is a key of your own: what it says of {1} is not in force	ваш собственный ключ: то, что он говорит о {1}, не действует
  is an empty list, which is no rule: name at least one, or leave the key out	пустой список, а это не правило: назовите хотя бы одно или уберите ключ
  is another in the account's text in the database: {1}	в тексте аккаунта в базе данных — другое: {1}
  is locked without a hash: set a new password first	заблокирован, а хеша нет: сначала задайте новый пароль
  is locked: this account cannot log in	заблокирован, войти в этот аккаунт нельзя
  is missing	не указано
  is no key of this format	в этом формате такого ключа нет
  is no key of this format: --without {1} leaves it out	в этом формате такого ключа нет: --without {1} его пропустит
  is not a field here; did you mean "{1}": {2}?	здесь не поле; может быть, нужно "{1}": {2}?
  is not a field here; did you mean {1}?	здесь не поле; может быть, нужно {1}?
  is not a field here; to keep somebody out write "disabled": true, or a reason	здесь не поле; чтобы не пускать человека, напишите "disabled": true или причину
  is not a field here; to keep somebody out write "disabled"; else call it {1}	здесь не поле; чтобы не пускать человека, напишите "disabled"; иначе назовите его {1}
  is not a key of this file	не ключ этого файла
  is not a key of this file; call it "{1}", or {2}	не ключ этого файла; назовите его "{1}" или {2}
  is not a key of this file; call it {1}	не ключ этого файла; назовите его {1}
  is not a key of this file; in "rules" it names the rulebook; else call it {1}	не ключ этого файла; в "rules" он называет свод правил; иначе назовите его {1}
  is not a key of this file; it belongs in an account	не ключ этого файла; его место в аккаунте
  is not a key of this file; to keep somebody out write "disabled": true in the account	не ключ этого файла; чтобы не пускать человека, напишите "disabled": true в его аккаунте
  is not known here	здесь не известно
  is not known here; known are {1}	здесь не известно; известны {1}
  is not there to be left out	пропустить нельзя: этого там нет
  is not what the account's text in the database says	не то, что в тексте аккаунта в базе данных
  is not yours to change: ask an administrator	меняет администратор: обратитесь к нему
  is one that many people use, or that has leaked; choose another	такой есть у многих или уже утёк; придумайте другой
  is plain text here; it becomes a hash at the next login, or with regapp seal	записан открытым текстом; станет хешем при следующем входе или по команде regapp seal
  is the code of an invitation that was taken out by hand: whoever has the code can log in; run regapp invite for this account, or set another password	— код приглашения, которое убрали вручную: с этим кодом можно войти; выполните regapp invite для этого аккаунта или задайте другой пароль
  is the code of an invitation, and would become a password for good: write "*" in its place, or end the invitation with regapp uninvite	— код приглашения и стал бы постоянным паролем: напишите вместо него "*" или закончите приглашение командой regapp uninvite
  is the code of the invitation, and the password of {1}, too: whoever has the code can log in there; invite one of them again	— код приглашения, а также пароль {1}: с этим кодом можно войти туда; пригласите одного из них снова
  is the one of {1}, and not of {2}	это идентификатор {1}, а не {2}
  is {1} here, which --leave-out does not name: to name it lets in who has it	здесь {1}, а --leave-out этого не называет: если назвать, вход откроется тем, у кого это значение
  it belongs to another user	он принадлежит другому пользователю
  it belongs to another user than the one who runs this	он принадлежит не тому, кто запускает команду
  it cannot be read	его не удалось прочитать
  it changed no values, or its accounts were forgotten	оно не меняло значений, или его аккаунты забыты
  it copied the accounts here	оно скопировало сюда аккаунты
  it has no passwords	в нём нет паролей
  it has other hard links, which would keep the old content	у него есть другие имена (жёсткие ссылки), и под ними остался бы старый текст
  it is a mount point, which cannot be replaced	это точка монтирования, её нельзя заменить
  it is a symbolic link in a loop of links	это символическая ссылка, которая ведёт по кругу
  it is a symbolic link into a directory of {1}, in a repository of git	это символическая ссылка в каталог пользователя {1} в репозитории git
  it is a symbolic link that somebody else could have put there	это символическая ссылка, которую мог поставить кто-то другой
  it is a symbolic link whose target does not exist	это символическая ссылка, которая никуда не ведёт
  it is a symbolic link, and links are not followed here	это символическая ссылка, а здесь по ним не переходят
  it is larger than {1} bytes	он больше {1 байта|байт|байт}
  it is not a record of logins	это не записи о входах
  it is not for the accounts alone ({1}), and the group could replace what is in it	он не только для аккаунтов ({1}), и группа могла бы подменить всё, что в нём
  it is not regapp's: let its owner change or remove it; regapp-postgres status lists what was added	это не часть regapp: пусть владелец изменит или удалит это; что добавлено, показывает regapp-postgres status
  it is one of regapp's own files	это один из файлов самого regapp
  it is the home of {1}, and {2} in it is not the accounts': the group could replace it	это домашний каталог пользователя {1}, и {2} в нём не относится к аккаунтам: группа могла бы его подменить
  it must be beside regapp-albums or on PATH: swift build --product regapp	она должна быть рядом с regapp-albums или в PATH: swift build --product regapp
  it must have a password a line, or a SHA-1 a line (40 hexadecimal digits, perhaps with a colon and a count), and nothing else, such as a heading, names, other hashes or JSON	в каждой строке должен быть пароль или SHA-1 (40 шестнадцатеричных цифр, возможно с двоеточием и числом) и ничего другого: заголовка, имён, других хешей, JSON
  it only hashed passwords or gave ids	оно только хешировало пароли или давало идентификаторы
  it says how the owners are invited	он говорит, как приглашаются владельцы
  it says whether generated passwords must be changed	он говорит, нужно ли менять придуманные пароли
  it stays {1} after that day: run regapp enable {2} first, then this again	и после этого дня: {1}; сначала regapp enable {2}, затем эта команда
  it was made outside the history, which has no values of it	оно сделано вне истории, и значений в ней нет
  it was too long	он был слишком длинным
  its SHA-1 lines are not in order; sort them, or take the list that is ordered by hash	строки SHA-1 в нём не по порядку; отсортируйте их или возьмите список, упорядоченный по хешам
  its first or last name is empty, which LDAP does not allow	имя или фамилия — пустой текст, а каталог LDAP его не принимает
  its hash is truncated or malformed: no password matches it	хеш обрезан или записан с ошибкой: к нему не подойдёт ни один пароль
  its invitation was taken out, and the code would stay as the password	приглашение убрано, а код остался бы паролем
  its key {1} must be text on one line	ключ {1} должен быть текстом в одну строку
  its line would have {1 byte}, but at most {2} are read	строка заняла бы {1 байт|байта|байт}, а читается не больше {2}
  its lines were merged instead; look at {1}, then run regapp check and git add	вместо этого слиты строки; посмотрите {1}, затем regapp check и git add
  its names and password leave open which account of one side it is	по именам и паролю неясно, какой это аккаунт у одной из сторон
  its owner and group cannot be preserved	не удастся сохранить его владельца и группу
  its owner sets a password with the link, or with the code: regapp login	владелец задаёт пароль по ссылке или кодом: regapp login
  its owner {1} is not in the group {2}, or was not at login, and could lose access	его владелец {1} не входит в группу {2} или не входил в неё при входе в систему и мог бы потерять доступ
  its phone number contains characters that LDAP does not allow	в номере телефона есть знаки, которых не принимает каталог LDAP
  its program has changed it, and publish --overwrite FILE would undo that	его изменила сама программа, а publish --overwrite FILE вернул бы прежнее
  its row and its text differ	его строка и его текст расходятся
  its typed password is longer than 72 bytes, the limit of the other program's hash	пароль открытым текстом длиннее 72 байт, а дальше хеш для другой программы не видит
  its values are not kept	его значения не сохранены
  judged the accounts anew: who is closed is not in the view login	проверила аккаунты заново: закрытых нет в представлении login
  keep	назад
  keep accounts from logging in, for good or until a day	закрыть вход в аккаунты, насовсем или до срока
  keep one of the two, and move the other one away; nothing was written	оставьте один из двух, а другой уберите; ничего не записано
  keep the accounts in a directory of their own, then share that	держите аккаунты в отдельном каталоге и откройте группе его
  keep the edit open instead of saving it	не сохранять, а оставить правку открытой
  keep the right lines of each conflict, and remove the lines of the markers; the file was not changed	оставьте в каждом конфликте верные строки, а строки маркеров удалите; файл остался как был
  keeps somebody out here: --without does not leave that out	здесь закрывает кому-то вход: --without этого не пропустит
  kept the edit of {1} open	правка аккаунта {1} открыта
  kept {1}	аккаунт {1} остаётся
  last name	фамилия
  leave it out	уберите его
  leave it out where all accounts are meant	опустите его, если нужны все аккаунты
  leave it out, and put it in ~/.pgpass or in a service file	уберите его оттуда и запишите в ~/.pgpass или в файл служб
  leave out --format	уберите --format
  leave out --json	уберите --json
  leave out --rules, or give --documents DIR to begin in another directory	уберите --rules или укажите --documents DIR, чтобы начать в другом месте
  leave out --screen to print the list	уберите --screen, чтобы вывести список
  leave out --songs	не указывайте --songs
  leave out a column or a key; =VALUE,... names the values that are meant	не брать столбец или ключ; =ЗНАЧЕНИЕ,... называет, какие значения
  leave out its rules, or put them in force first: regapp init begins a file with rules, regapp edit-file changes those of a file, regapp-postgres rules FILE those of a database; regapp rules shows them	уберите из файла rules или сначала введите их в действие: regapp init начинает файл со сводом правил, regapp edit-file меняет свод в файле, regapp-postgres rules FILE — в базе данных; regapp rules показывает действующий
  leave out these fields, whatever the file has in them	не брать эти поля, что бы в них ни было
  leave the file a single name: cp it, then mv the copy over it	оставьте файлу одно имя: скопируйте его (cp) и замените копией (mv)
  leave the word out, or 	уберите это слово или 
  left out {1 account}	{1:пропущен|пропущено|пропущено} {1 аккаунт|аккаунта|аккаунтов}
  left out {1 account} that cannot log in now: {2}	без тех, кто сейчас не может войти: {2}{-1}
  left out {1 comment}	{1:пропущен|пропущено|пропущено} {1 комментарий|комментария|комментариев}
  left out {1 group}	не {1 выгружена|выгружены|выгружено} {1 группа|группы|групп}
  left out {1 own key} of {2 account}	{1:пропущен|пропущено|пропущено} {1 собственный ключ|собственных ключа|собственных ключей} у {2 аккаунта|аккаунтов|аккаунтов}
  left out {1} of {2 account}	{1:пропущен|пропущено|пропущено} {1} из {2 аккаунта|аккаунтов|аккаунтов}
  let a superuser run regapp-postgres migrate	пусть суперпользователь запустит regapp-postgres migrate
  let accounts log in again	снова открыть вход в аккаунты
  let an administrator run: ALTER ROLE {1} LOGIN CONNECTION LIMIT -1	пусть администратор выполнит: ALTER ROLE {1} LOGIN CONNECTION LIMIT -1
  let an administrator run: ALTER ROLE {1} VALID UNTIL 'infinity'	пусть администратор выполнит: ALTER ROLE {1} VALID UNTIL 'infinity'
  let everyone read the list and go through its directories (chmod o+r, o+x), or give it the group of the accounts	откройте список и путь к нему для всех (chmod o+r, o+x) или дайте ему группу аккаунтов
  let its owner drop it if regapp needs to rely on its writes	пусть владелец удалит это, если запись должна быть надёжной
  let its owner or a superuser run: {1}	пусть владелец или суперпользователь выполнит: {1}
  let its owner run GRANT regapp_manager TO ROLE, or connect as another role	пусть владелец базы выполнит GRANT regapp_manager TO РОЛЬ, или подключитесь под другой ролью
  let its owner run regapp-postgres copy	пусть владелец выполнит regapp-postgres copy
  let its owner run regapp-postgres migrate	пусть владелец запустит regapp-postgres migrate
  let its owner run regapp-postgres status	пусть владелец выполнит regapp-postgres status
  let its owner run: ALTER DATABASE {1} CONNECTION LIMIT -1	пусть владелец выполнит: ALTER DATABASE {1} CONNECTION LIMIT -1
  let its owner run: ALTER SEQUENCE {1} INCREMENT 1 NO MAXVALUE NO CYCLE CACHE 1	пусть владелец выполнит: ALTER SEQUENCE {1} INCREMENT 1 NO MAXVALUE NO CYCLE CACHE 1
  let its owner run: ALTER TABLE {1} DISABLE ROW LEVEL SECURITY	пусть владелец выполнит: ALTER TABLE {1} DISABLE ROW LEVEL SECURITY
  let its owner run: SELECT setval('{1}', max(id)) FROM public.{2}	пусть владелец выполнит: SELECT setval('{1}', max(id)) FROM public.{2}
  let its owner run: {1}	пусть владелец выполнит: {1}
  let its owner set one: regapp-postgres rules FILE	пусть владелец задаст другой: regapp-postgres rules FILE
  let its owner undo that, or restore the whole database from a backup	пусть владелец отменит это, или восстановите базу данных из копии целиком
  let nobody but its owner write it (chmod go-w)	запретите запись другим (chmod go-w)
  let pam_regapp or pam_exec run this command	эту команду должен запускать pam_regapp или pam_exec
  let the members of a group read and change the accounts file	открыть файл аккаунтов всем участникам группы
  let the owner of the database make the row and its text agree, or take the account out with regapp remove; then run regapp check	пусть владелец базы данных согласует строку и её текст, или уберите аккаунт командой regapp remove; затем запустите regapp check
  let the owner of the database run: regapp history --forget {1}	пусть владелец базы данных выполнит: regapp history --forget {1}
  let the owner of the database take it out of the table base; then run regapp check	пусть владелец базы данных уберёт это из таблицы base; затем выполните regapp check
  let the owner of the database take the key out of the account's text, or take the account out with regapp remove; then run regapp check	пусть владелец базы данных уберёт ключ из текста аккаунта; или удалите аккаунт: regapp remove; затем выполните regapp check
  let this user write where the accounts are, or ask a server that can be written	разрешите этому пользователю писать там, где аккаунты, или обратитесь к серверу, куда можно писать
  lets people choose the name by which applications behind the door know them: they can take one that an application knows	позволяет людям выбирать имя, под которым их знают приложения за дверью: можно взять и то, которое приложение уже знает
  lets the group {1} enter {2}, and nobody is in it	пускает группу {1} на {2}, а в ней никого нет
  letters and digits only	только буквы и цифры
  letters, digits	буквы, цифры
  line {1}	строка {1}
  line {1} in it is not one that {2} takes	строку {1} в нём {2} не примет
  lines of its own	свои строки
  lines {1}	строки {1}
  lines {1}, and {2} more#names	строки {1} и ещё {2}
  lines {1}-{2}	строки {1}–{2}
  list --screen cannot open a screen here	list --screen не может открыть здесь экран
  list albums with a matching title or artist, sorted by title	найти альбомы по названию или исполнителю; список по алфавиту
  list all accounts; those that cannot log in are marked	перечислить аккаунты; те, в которые не войти, — с пометкой
  list all albums of a band	показать все альбомы исполнителя
  listen at 127.0.0.1 or [::1] (default: 127.0.0.1:8466)	слушать на 127.0.0.1 или [::1] (по умолчанию 127.0.0.1:8466)
  listen at a Unix socket, which its group may use	слушать на сокете Unix, доступном его группе
  lists of {1} are not imported, and this looks like one	списки {1} не импортируются, а это похоже на такой
  loading the album	загрузка альбома
  lock files; they are empty and are not removed	блокировки; эти файлы пусты и не удаляются
  locked	заблокирован
  locked before, and still so with another password: {1}	вход был и остаётся закрыт, хотя пароль другой: {1}
  log	журнал
  log in	войти
  log in at a terminal, which asks for a new one: regapp login {1}	войдите в терминале, там спросят новый: regapp login {1}
  log in with --email EMAIL, or --username NAME	войдите с --email EMAIL или --username NAME
  log in: regapp login {1}	войдите: regapp login {1}
  log in; under the rulebook register, an unknown email creates an account	войти; свод правил register создаёт аккаунт для неизвестного адреса
  log out	выйти
  log out in all browsers	выйти во всех браузерах
  log out, after asking (B, Left)	выйти из аккаунта (B, ←)
  log out; the accounts and an open edit are kept	выйти; аккаунты и открытая правка остаются
  log people in at a page, and tell web servers who they are; a separate program	впускать людей через страницу и отвечать веб-серверам, кто это; отдельная программа
  logged in, but the account could not be given an id: {1}	вход выполнен, но дать аккаунту идентификатор не удалось: {1}
  logged in, but the password could not be hashed: {1}	вход выполнен, но захешировать пароль не удалось: {1}
  logged out	выход выполнен
  logging in	вход
  logging out	выход из аккаунта
  login	вход
  login failed, or not logged in	вход не удался или не выполнен
  login failed, or not logged in; the database does not permit it	вход не удался или не выполнен; этого не разрешает база данных
  login failed: no such account, or the password is wrong	войти не удалось: нет такого аккаунта или пароль неверен
  login failed: the account's hash ({1}) cannot be checked by this system	войти не удалось: хеш аккаунта ({1}) такого вида, который эта система проверить не может
  login failed: the account's hash ({1}) costs too much to check	войти не удалось: хеш аккаунта ({1}) слишком дорог для проверки
  login failed: there are no accounts yet	войти не удалось: никто ещё не зарегистрирован
  login is by {1} and password	для входа: {1} и пароль
  login is by {1} here, not by {2}	для входа здесь нужно другое: {1}, а не {2}
  login leaves hashes as they are	хеши при входе не меняются
  login needs {1}	для входа нужно указать {1}
  login refused: it cannot be counted: {1}	вход запрещён: его нельзя сосчитать: {1}
  login refused: the account has no id that counts	вход запрещён: у аккаунта нет действующего id
  login refused: the account is in none of the groups	вход запрещён: аккаунта нет ни в одной из групп
  login refused: the account is {1}	вход запрещён; состояние аккаунта: {1}
  login refused: the password must be changed first	вход запрещён: сначала нужно сменить пароль
  login refused: this is the code of an invitation, which only sets a password	во входе отказано: это код приглашения, которым только задают пароль
  login replaces a weak hash with a stronger one	слабый хеш при входе заменяется более стойким
  login with an unknown {1} creates an account	если аккаунта нет, он создаётся при входе{-1}
  login without an account is refused	без аккаунта войти нельзя
  logins are not recorded	входы не записываются
  logins are not recorded here: {1}	входы здесь не записываются: {1}
  logins are not recorded: the rulebook has "log": false	входы не записываются: в своде правил стоит "log": false
  logins are recorded and logged	входы записываются и видны в журнале системы
  logins are recorded only since {1}: too short to tell	входы записываются только с {1}: ответить нельзя
  logins are recorded since {1}	входы записываются с {1}
  long passwords that look like another program's hash were typed	длинные пароли, похожие на хеш другой программы, введены людьми
  look again; nothing was written	посмотрите снова; ничего не записано
  look at regapp check; then let the owner of the database run regapp-postgres migrate, which judges them	посмотрите regapp check; затем пусть владелец базы данных запустит regapp-postgres migrate, которая их проверит
  look at regapp history, then try again	посмотрите regapp history и повторите
  look before you repeat it	прежде чем повторять, посмотрите, что сохранилось
  look for triggers and rules of your own there	посмотрите, нет ли там своих триггеров и правил
  looks like another program's hash; to set it as a password, regapp edit --account NAME --password	похоже на хеш другой программы; если это и правда пароль, его задаст regapp edit --account NAME --password
  made the role {1}: give it a password, \password {2} in psql	создана роль {1}: задайте ей пароль, \password {2} в psql
  made the table of logins in browsers again: everybody is logged out there	таблица входов в браузерах создана заново: все вышли
  made the tables	созданы таблицы
  made the view login again	заново создано представление login
  make a password and print it, alone, as the last line	придумать пароль и вывести его отдельно, последней строкой
  make accounts what a file says	привести аккаунты к тому, что в файле
  make another one: regapp invite NAME	сделайте новое: regapp invite ИМЯ
  make passwords for accounts without one, and print NAME<TAB>PASSWORD	придумать пароли аккаунтам без пароля и вывести ИМЯ<TAB>ПАРОЛЬ
  make room on the server	освободите место на сервере
  make the tables in the database, or put them right	создать таблицы в базе данных или привести их в порядок
  mark	пометить
  mark all	пометить всех
  mark all that are shown, or none	пометить всех показанных или никого
  mark for a change of several	пометить, чтобы изменить нескольких
  may be at most {1 host}	можно назвать не больше {1 хоста|хостов|хостов}
  may contain only letters and the digits 0 to 9	допустимы только буквы и цифры от 0 до 9
  may have a host only once, with one port: {1} is there twice	каждый хост можно назвать один раз, с одним портом: {1} назван дважды
  may have no more than {1}	не больше {1}
  may have single spaces, hyphens and apostrophes only between letters	одиночные пробелы, дефисы и апострофы допустимы только между буквами
  may name each item only once: {1} is there twice	каждое значение называют один раз, а {1} стоит дважды
  may only be {1}: {2} is not	допустимы только {1}; {2} не подходит
  may say who cannot log in ({1}): write a column {2}, or --leave-out {3}=VALUE,…; that column takes its place, and each VALUE is one that keeps nobody out	возможно, говорит, кому вход закрыт ({1}): напишите столбец {2} или укажите --leave-out {3}=ЗНАЧЕНИЕ,…; тот столбец встаёт на его место, а ЗНАЧЕНИЕ — каждое, которое никому не закрывает вход
  may say who cannot log in ({1}): write {2}, or --leave-out {3}=VALUE,…; that key takes its place, and each VALUE is one that keeps nobody out	возможно, говорит, кому вход закрыт ({1}): напишите {2} или укажите --leave-out {3}=ЗНАЧЕНИЕ,…; тот ключ встаёт на его место, а ЗНАЧЕНИЕ — каждое, которое никому не закрывает вход
  me	я
  merge versions of the accounts file for git (see git-setup)	слить версии файла аккаунтов для git (см. git-setup)
  migrate is needed	нужна команда migrate
  mine	моё
  missing; a database finds accounts by it	нет; база данных ищет по нему
  mode	права
  month	месяц
  month#of a date	месяц
  more	ещё
  mount the directory that contains the file, not the file itself	смонтируйте не файл, а каталог, в котором он лежит
  move	поле
  move it away, or copy to another place	переместите это или копируйте в другое место
  move it away, or give another file	уберите его или укажите другой файл
  move it away, then try again	уберите его и повторите
  move to another database, which numbers anew: regapp-postgres copy	переедьте в другую базу данных, которая нумерует заново: regapp-postgres copy
  move {1} away, or keep the accounts in a directory of their own, and share that	уберите {1} или держите аккаунты в отдельном каталоге и откройте группе его
  moving in and out	обмен с другими программами
  must be 1 to {1} English letters, digits, dots, _ and -, and begin with none of . and -	нужно от 1 до {1} английских букв, цифр, точек, _ и -, а в начале ни . ни -
  must be a UUID in lower case alone	нужен только UUID строчными буквами
  must be a UUID in lower case alone: {1}	нужен только UUID строчными буквами: {1}
  must be a date in the form YYYY-MM-DD	пишется как ГГГГ-ММ-ДД
  must be a date that exists	такого дня не существует
  must be a list of objects: [ { … } ]	нужен список объектов: [ { … } ]
  must be a list of strings: [ "…" ]	нужен список строк: [ "…" ]
  must be a list: [ … ]	нужен список: [ … ]
  must be a name and a UUID: write "id": {1}, or call it x-id	нужны имя и UUID: напишите "id": {1} или назовите ключ x-id
  must be a name of the account, a space and a UUID in lower case: write "id" so, or call it x-id	нужны имя аккаунта, пробел и UUID строчными буквами: напишите "id" так или назовите ключ x-id
  must be a number of 7 to 15 digits, with or without a +	нужен номер из 7–15 цифр, с «+» или без него
  must be a number of the form {1}	нужен номер вида {1}
  must be a pattern such as "+7 (***) ***-**-**", with a * for each digit, or "digits"	нужен образец вроде "+7 (***) ***-**-**", где * — любая цифра, или "digits"
  must be a string in quotes	нужна строка в кавычках
  must be a whole number from {1} to {2}	нужно целое число от {1} до {2}
  must be after today	нужен день позже сегодняшнего
  must be an absolute path: /…	нужен полный путь: /…
  must be an address with an @	в адресе нет @
  must be an object: { … }	нужен объект: { … }
  must be another than the old one	нужен не такой, как прежний
  must be beside a password, which is the code of the invitation	рядом должен быть пароль: это код приглашения
  must be digits, such as "8", or empty	нужны цифры, например "8", или пустая строка
  must be hosts such as wiki.example.com or lab.example.com:8443, each written out, not {1}	нужны хосты вроде wiki.example.com или lab.example.com:8443, каждый полностью, а не {1}
  must be https://… (or http:// of localhost), without a user, a query or a fragment	нужно https://… (или http:// для localhost), без пользователя, запроса и фрагмента
  must be https://… or http://…, without a user	нужно https://… или http://…, без имени пользователя
  must be in ASCII letters, digits and symbols, not {1}	допустимы только английские буквы, цифры и знаки; символ «{1}» не подходит
  must be in ASCII letters, digits and symbols: {1} is a Cyrillic letter that looks like {2}	допустимы только английские буквы, цифры и знаки: {1} — буква кириллицы, похожая на {2}
  must be in ASCII, as {1}, not {2}	нужно писать в ASCII, как {1}, а не {2}
  must be in English letters: {1} is a Cyrillic letter that looks like {2}	допустимы только английские буквы; «{1}» — буква кириллицы, похожая на «{2}»
  must be in English letters: {1} is not one	допустимы только английские буквы; символ «{1}» не подходит
  must be origins as browsers write them, such as https://office.example.com or capacitor://localhost, without a usual port and with nothing behind, not {1}	нужны источники, как их пишут браузеры, вроде https://office.example.com или capacitor://localhost, без обычного порта и без ничего после него, а не {1}
  must be refuse unless login is by the key	если входят не по ключевому полю, нужно refuse
  must be that of someone aged {1} or older	возраст должен быть не меньше {1 года|лет|лет}
  must be that of someone aged {1} or younger	возраст должен быть не больше {1 года|лет|лет}
  must be the name of a rulebook, or a rulebook object	нужно имя свода правил или сам свод
  must be today, or at most {1 day} later	не раньше сегодняшнего дня и не позже чем через {1 день|дня|дней}
  must be true or false	нужно true или false
  must be true, false or a reason in quotes, and none that may mean false: no, 0, nothing	нужно true, false или причина в кавычках, но не то, что может значить false: no, 0, ничего
  must be true: login is impossible without it	должно быть true: без этого никто не сможет войти
  must be true: login.by names it alone	должно быть true: в login.by только это поле
  must be {1}	нужно {1}
  must change	сменить пароль
  must change password	сменить пароль
  must each be 1 to 64 characters without commas, colons or space around: {1} is not	в каждой от 1 до 64 символов без запятых, двоеточий и пробелов по краям; {1} не подходит
  must each be named once: {1} is not	каждая указывается один раз, а {1} — дважды
  must end in {1}	должно заканчиваться на {1}
  must have 2 characters or more after the last dot	после последней точки нужно не меньше 2 символов
  must have 8 characters or more besides the account's own names of 4 letters or more	кроме имён и адреса самого аккаунта от 4 букв, нужно не меньше 8 символов
  must have a dot after the @	после @ нужна точка
  must have a host after the @	после @ нужен домен
  must have a letter after the last dot	после последней точки нужна хотя бы одна буква
  must have only one @	знак @ должен быть только один
  must have something before the @	перед @ ничего нет
  must have {1 character} or more after the first dot of its host	после первой точки домена нужно не меньше {1 символа|символов|символов}
  must have {1 character} or more before the @	перед @ нужно не меньше {1 символа|символов|символов}
  must have {1 character} or more between the @ and the next dot	между @ и следующей точкой нужно не меньше {1 символа|символов|символов}
  must have {1} or more	нужно не меньше {1}
  must not be before the first day	раньше первого дня
  must not be empty	не может быть пустым
  must not be in the future	не может быть в будущем
  must not be longer than {1} bytes	допустимо не больше {1 байта|байт|байт}
  must not be longer than {1} bytes: bcrypt ignores the rest	допустимо не больше {1 байта|байт|байт}: остальное bcrypt пропускает
  must not be longer than {1} characters	допустимо не больше {1 символа|символов|символов}
  must not contain a space	пробел недопустим
  must not contain the character NUL	символ NUL недопустим
  must not contain {1} after the @	после @ недопустим символ «{1}»
  must not contain {1} before the @	перед @ недопустим символ «{1}»
  must not have a dot at either end of its host or next to another dot	точка не может стоять на краю домена или рядом с другой точкой
  must not have a dot at the start, before the @ or next to another dot	точка не может стоять в начале, перед @ или рядом с другой точкой
  must not have a hyphen at either end of a part of its host	дефис не может стоять на краю части домена
  must not have more than {1}	нужно не больше {1}
  must not have more than {1} characters before the @	перед @ допустимо не больше {1 символа|символов|символов}
  must not have more than {1} characters between two dots	между двумя точками допустимо не больше {1 символа|символов|символов}
  must not have the form of a UUID before the @: applications would take it for somebody's id	перед @ недопустим вид UUID: приложения приняли бы это за чей-то идентификатор
  must not have the form of a UUID: applications would take it for somebody's id	вид UUID недопустим: приложения приняли бы это за чей-то идентификатор
  must not have the host of the page: {1} needs a name of its own	нельзя называть хост самой страницы: для {1} нужно отдельное имя
  mustChange must be true or false	mustChange: нужно true или false
  mustChange stays until a new password is set; an administrator names the account: --account	mustChange остаётся, пока не задан новый пароль; администратор указывает аккаунт: --account
  name	имя
  name a group	назовите группу
  name a group in only one of them	укажите группу только в одном из них
  name a group that the user who runs this is in	укажите группу, в которой состоит запускающий пользователь
  name accounts, or give --group, --state or --all	назовите аккаунты или добавьте --group, --state или --all
  name an account with --account NAME	назовите аккаунт: --account NAME
  name another file	назовите другой файл
  name another one	укажите другую
  name each host as browsers do: {1} wiki.example.com {2} lab.example.com:8443	называйте хосты, как браузеры: {1} wiki.example.com {2} lab.example.com:8443
  name one account with --account NAME: that takes both	назовите один аккаунт через --account NAME: так можно и то и другое
  names of groups	названия групп
  names without @ get this domain as their email	именам без @ добавить этот домен, и получится адрес
  names {1} twice	{1} указано дважды
  needs a page with a host of its own: its address may have no path	странице нужен отдельный хост: в её адресе не должно быть пути
  neither the role {1} nor a member of it may connect to the database	к базе данных не может подключиться ни роль {1}, ни её участник
  nested too deeply for a file	слишком глубокая вложенность для файла
  never	ни разу
  never ask questions	ничего не спрашивать
  new password	новый пароль
  new password again	новый пароль ещё раз
  next	далее
  next request in {1} s: at most 20 per minute	следующий запрос через {1} с: не больше 20 в минуту
  nginx and Apache; /etc/shadow is read too	nginx и Apache; читается и /etc/shadow
  no	нет
  no account has the NAME that was given, as to show, edit, disable or remove	нет аккаунта с указанным NAME, например в show, edit, disable, remove
  no account is in the group {1}	в группе {1} нет ни одного аккаунта
  no account with the {1} {2}	нет аккаунта {2} ({1})
  no accounts file: {1}	нет файла аккаунтов: {1}
  no accounts yet	пока никто не зарегистрирован
  no address of a page is known, so these are codes for regapp login: give --url URL, set {1}, or write "serve": {"url": …} into the rulebook	адрес страницы неизвестен, поэтому это коды для regapp login: укажите --url URL, задайте {1} или впишите "serve": {"url": …} в свод правил
  no album {1} in the store {2}{-3}	нет альбома {1} {3:в магазине|в магазинах|в магазинах} {2}
  no albums found for "{1}"	альбомов по запросу «{1}» не найдено
  no answer to this is cached	среди сохранённого такого ответа нет
  no artist {1} in the store {2}{-3}	нет исполнителя {1} {3:в магазине|в магазинах|в магазинах} {2}
  no change to undo	отменять нечего: нет изменений
  no changes are recorded	изменений не записано
  no column "{1}"; 	нет столбца «{1}»; 
  no cover	нет обложки
  no covers: libturbojpeg is not installed (in Debian: apt install libturbojpeg0)	обложек нет: не установлена libturbojpeg (в Debian: apt install libturbojpeg0)
  no covers: they need 256 colours	обложек нет: им нужно 256 цветов
  no edit to cancel	отменять нечего: нет правки
  no editor found	редактор не найден
  no email, so the mail has no To: {1}	нет эл. почты, поэтому в письме нет To: {1}
  no field is called {1}	нет поля {1}
  no home directory	нет домашнего каталога
  no home directory to keep its state in	нет домашнего каталога, где хранить состояние
  no hosts are listed in serve.hosts of the rules: ?login sends nobody to the login	в serve.hosts правил хосты не названы: ?login никого не ведёт ко входу
  no locks available	система не даёт блокировок
  no login in a browser is kept	вход в браузере не запоминается
  no logins are recorded yet	записей о входах пока нет
  no matching accounts	никто не найден
  no matching accounts of this state: {1}	в этом состоянии никого не найдено: {1}
  no matching changes	таких изменений нет
  no open edit to save	сохранять нечего: нет открытой правки
  no password on stdin	в stdin не поступил пароль
  no service file that can be read has the service {1}	ни в одном файле служб, который удалось прочитать, нет службы {1}
  no songs found for "{1}"	песен по запросу «{1}» не найдено
  no space left on device	на диске нет места
  no such device	нет такого устройства
  no such device or address	нет такого устройства или адреса
  no such editor: {1}	редактор не найден: {1}
  no such file	такого файла нет
  no such file or directory	нет такого файла или каталога
  no user can connect as the role {1}, or as a member of it	никто не может подключиться ни как роль {1}, ни как её участник
  nobody but superusers can connect to the database {1}	к базе данных {1} могут подключиться только суперпользователи
  nobody is logged in in a browser	в браузерах никто не вошёл
  nobody to invite: every account has a password or a running invitation	приглашать некого: у каждого аккаунта есть пароль или действующее приглашение
  nobody was invited	никто не приглашён
  nobody was invited; put that right first, or leave these accounts out	никто не приглашён; исправьте это или не называйте эти аккаунты
  nobody was invited; regapp list --json has the groups	никто не приглашён; группы есть в regapp list --json
  none	нет
  none that many people use	не из тех, что есть у многих
  not JSON from {1}:{2} on; the rest is not shown	с {1}:{2} это не JSON; остальное не показано
  not a common one	не из известных
  not a directory	это не каталог
  not a regular file	это не обычный файл
  not an account	это не аккаунт
  not an id: a name of the account, a space and a UUID	не идентификатор: нужны имя аккаунта, пробел и UUID
  not disabled	не отключён
  not done: the account has no id that counts	не сделано: у аккаунта нет идентификатора, который в силе
  not done: the account has no id, and none can be written: {1}	не сделано: у аккаунта нет идентификатора, и записать его не удаётся: {1}
  not everybody who can change the rulebook can read it	его могут читать не все, кто может менять свод правил
  not given	не указано
  not in the list {1}	не из списка {1}
  not logged in	вход не выполнен
  not logged in#at a logout	никто не вошёл
  not logged in: the account is {1}	вход не выполнен; состояние аккаунта: {1}
  not logged in: the session of {1} has ended	вход не выполнен: сеанс {1} завершён
  not logged in: there are no accounts yet	вход не выполнен: никто ещё не зарегистрирован
  not logged in: {1}: {2}	вход не выполнен: {1}: {2}
  not saved yet: run regapp save or regapp cancel	ещё не сохранено: regapp save или regapp cancel
  not the JSON of an object	это не объект JSON
  not valid UTF-8	это не UTF-8
  not yet valid	ещё не действует
  not your own names	не из ваших имён
  nothing	пусто
  nothing changed	ничего не изменилось
  nothing is shown without login	без входа ничего не показывается
  nothing of it was run; drop it, or give it to the owner of the database if it is yours	ничего из этого не выполнено; удалите это или, если оно ваше, передайте владельцу базы данных
  nothing tells whose change it was; to set its values: {1}	неизвестно, чьё это было изменение; чтобы вернуть значения: {1}
  nothing to change	менять нечего
  nothing to change in {1}	в {1} нечего менять
  nothing to do	делать нечего
  nothing to do: the tables are as they should be	делать нечего: таблицы в порядке
  nothing to forget: the history keeps nothing of {1}	забывать нечего: об аккаунте {1} история ничего не помнит
  nothing to publish	публиковать нечего
  nothing to publish: there is no list {1}, or it is empty	публиковать нечего: списка {1} нет, или он пуст
  nothing to search for	нечего искать
  nothing was changed	ничего не изменено
  nothing was copied to {1}, since this is there: {2}	ничего не скопировано, {1}: уже есть {2}
  nothing was copied: {1} cannot hold {2 value}	ничего не скопировано, {1} не может принять: {2 значение|значения|значений}
  nothing was ended	ничего не закончено
  nothing was imported	ничего не загружено
  nothing was installed	в файл ничего не записано
  nothing was saved: run regapp edit again	ничего не сохранено: запустите regapp edit ещё раз
  nothing was sent: its certificate is not trusted, or it has none; check the clock, and whether there is a proxy	ничего не отправлено: сертификату нет доверия, или его нет; верно ли идут часы, нет ли на пути прокси?
  nothing was undone	ничего не отменено
  nothing was undone, also of what else the change did	не отменено ничего, в том числе и остальное в этом изменении
  nothing was undone; newer changes can be undone	ничего не отменено; более новые изменения отменить можно
  nothing was undone; regapp undo --change {1} --dry-run shows whether it can be restored	ничего не отменено; regapp undo --change {1} --dry-run покажет, можно ли его вернуть
  nothing was undone; regapp undo --change {1} takes back your own newest change alone ({2}); to take back theirs nevertheless, give --theirs	ничего не отменено; regapp undo --change {1} отменит только ваше последнее изменение ({2}); чтобы всё же отменить чужие, добавьте --theirs
  nothing was undone; to take it back nevertheless, give --theirs	ничего не отменено; чтобы всё же отменить, добавьте --theirs
  nothing was written: the accounts have all of that already	ничего не записано: всё это в аккаунтах уже есть
  nothing was written; give the other account another one first	ничего не записано; сначала измените это у другого аккаунта
  nothing was written; regapp history shows later changes, but not those by hand	ничего не записано; поздние изменения, кроме правки вручную, показывает regapp history
  old password or code	прежний пароль или код
  on the page	на странице
  one account a line instead of a list	здесь по аккаунту в строке, а нужен список
  one group has the accounts, in one way; who only reads users needs an output of publish	аккаунты открыты одной группе и одним способом; кто лишь читает пользователей, тому нужен файл команды publish
  one of " \ / b f n r t u after the backslash	один из знаков " \ / b f n r t u после обратной косой черты
  one side changed the rulebook, the other this account	одна сторона изменила свод правил, другая — этот аккаунт
  one side removed it, the other changed it	одна сторона удалила его, другая изменила
  one side takes access away, the other changes something else	одна сторона ограничила доступ, другая изменила что-то ещё
  only accounts whose email, user name, name or group contains it	только те, у кого этот текст есть в адресе, имени пользователя, имени или группе
  only accounts.jsonc may have comments and a trailing comma; regapp init --comments renames accounts.json	комментарии и запятая в конце бывают только в accounts.jsonc; accounts.json переименует regapp init --comments
  only albums whose artist contains these words	только альбомы, у исполнителя которых есть эти слова
  only albums whose title contains these words	только альбомы, в названии которых есть эти слова
  only at {1}	только в домене {1}
  only authorisation has samples	образцы есть только у authorisation
  only changes since the beginning of this day, YYYY-MM-DD	только изменения с начала этого дня, ГГГГ-ММ-ДД
  only its owner and root can change who may use it	кто может им пользоваться, меняют только владелец и root
  only its owner {1} may use it	им может пользоваться только владелец {1}
  only logins with a session at this host	только входы с сеансом на этом хосте
  only one state, the next each time	только в одном состоянии, по кругу
  only the accounts of this group	только из этой группы
  only the owner of the database {1} may copy into it	копировать в базу данных {1} может только её владелец
  only those who have no login in the record	только те, о чьём входе записей нет
  only those who have not logged in for so many days, as far as the record tells	только те, кто столько дней не входил, насколько это видно по записям о входах
  only those whose password is kept so: yescrypt, bcrypt, typed, ssha	только те, чей пароль хранится так: yescrypt, bcrypt, typed, ssha
  only those with a weak hash, as check reports it	только те, чей хеш слаб: о таких говорит и check
  only {1}	только {1}
  only {1}, whose directory that is, makes one there	его может создать только {1}: это его каталог
  open	открыть
  open no screens and use no colours	без экранов и без цветов
  open the account's profile	открыть профиль
  open the list on the screen, to search, change and remove	открыть список на экране: искать, менять, удалять
  open the screens; only at a terminal	открыть экраны; только в терминале
  open the screens; where there are none, show the profile	открыть экраны; где их нет — показать профиль
  open#a state	открыт
  operation not permitted	операция не разрешена
  operation not supported	операция не поддерживается
  optional	необязательно
  options of every command:	параметры всех команд:
  options:	параметры:
  order	порядок
  other users may see it while the command starts: prefer --password-stdin	при запуске команды его могут увидеть другие: лучше --password-stdin
  others can read or write it (mode {1})	его могут читать или менять другие (права {1})
  others can read or write the file (mode {1}); chmod {2} prevents that	файл могут читать или менять другие (права {1}); этого не будет с chmod {2}
  others can write to the directory (mode {1}) and replace the file; chmod {2} prevents that	в каталог могут писать другие (права {1}) и подменить файл; этого не будет с chmod {2}
  others can write {1}, and so put there what they like	в {1} могут писать другие и положить туда что угодно
  others changed: the file, which could not be read when the edit began	за это время изменён файл, который не удалось прочитать в начале правки
  others changed: the rulebook, or other text outside the accounts	за это время изменён свод правил или другое содержимое файла помимо аккаунтов
  others have changed the same data	за это время другие изменили то же самое
  others {1}	за это время {1}
  our version, in whose place the result is written	наша версия; на её место записывается результат
  ours: {1}	наша сторона: {1}
  owner	владелец
  pam_regapp runs it with PAM_TYPE=password. The name is in PAM_USER. The old and the new password come on stdin, each followed by a NUL. The old one is checked as at a login, and failures count like that; the new one follows the rulebook. It takes away the mark that the password must be changed, and neither a lock nor what disables an account. The old one may be the code of an invitation, which ends; what the account of who is invited lacks cannot be given here.	pam_regapp запускает её с PAM_TYPE=password. Имя берётся из PAM_USER. Прежний и новый пароль поступают в stdin, после каждого — NUL. Прежний проверяется и считается как при входе, новый — по своду правил. Отметка о смене пароля снимается, а блокировка и отключение остаются. Прежним может быть код приглашения, и тогда приглашение кончается; недостающие поля здесь указать нельзя.
  passed over: 	пропущено: 
  passed over: {1 older change}	пропущено более старых: {1}
  password	пароль
  password changed	пароль изменён
  password changed back	возвращён прежний пароль
  password changed, and locked	пароль изменён, и вход по нему закрыт
  password has a hash ({1}) that cannot be checked here	пароль: такой хеш ({1}) здесь нечем проверить
  password has changed since the edit began	пароль: за это время его изменил кто-то другой
  password is a hash whose $ are doubled, as in Compose files: write each once	пароль: хеш, в котором каждый $ удвоен, как в файлах Compose; пишите по одному $
  password is not a hash of the form $…$…: it may be an old hash or plain text, and the two cannot be told apart	пароль: не хеш вида $…$…, а старый хеш или открытый текст — одно от другого не отличить
  password removed	пароль удалён
  password set	пароль задан
  passwords are set at {1}	пароли задают на {1}
  passwords by hash: {1}	пароли по видам хеша: {1}
  passwords in {1} are not used: others can read it, or it is not a regular file; chmod 600 it	пароли из файла {1} не используются: его могут читать другие, или это не обычный файл; выполните chmod 600
  passwords of the database's users	пароли пользователей базы данных
  passwords that people typed are taken with --typed; in the place of hashes, import --without password --generate makes new ones, and --invite sends links	набранные людьми пароли принимаются с --typed; если это хеши, import --without password --generate создаст новые пароли, а --invite даст ссылки
  people may change their own in a browser	своё можно менять в браузере
  people may not change their own in a browser	своё в браузере менять нельзя
  permission denied	нет прав доступа
  phone	телефон
  postgres://HOST/DATABASE or service=NAME (else $REGAPP_DOCUMENTS)	postgres://HOST/DATABASE или service=NAME (иначе $REGAPP_DOCUMENTS)
  print a completion script for a shell	вывести скрипт автодополнения для оболочки
  print a link with which the owner sets the password	напечатать ссылку, по которой владелец задаст пароль
  print a mail for each, with its link, for sendmail -t	напечатать для каждого письмо со ссылкой, для sendmail -t
  print an accounts file for git diff, with its passwords masked	вывести файл аккаунтов для git diff, закрыв пароли
  print each warning, also where many accounts have the same	вывести каждое предупреждение, даже если одно и то же у многих
  print every problem of the accounts, in a file as path:line:column	вывести все ошибки аккаунтов, для файла в виде путь:строка:столбец
  print links with which people set their own passwords	напечатать ссылки, по которым люди сами задают пароли
  print one JSON value on stdout; report an error as JSON on stderr	одно значение JSON в stdout; ошибка — тоже JSON, в stderr
  print the accounts in the format of another program	выгрузить аккаунты в формате другой программы
  problem	ошибка
  publish.json is beside the accounts file (of a database, in its state directory) and is edited by hand: {"publish": [{"for": "traefik", "file": "/etc/traefik/users", "groups": ["web"]}]}. file is an absolute path; with groups, only their members are in it. regapp help readers lists the programs. Each file that differs is replaced, completely or not at all, and keeps its mode and owner.	publish.json лежит рядом с файлом аккаунтов (для базы данных — в её каталоге состояния), правят его вручную: {"publish": [{"for": "traefik", "file": "/etc/traefik/users", "groups": ["web"]}]}. file — полный путь; с groups в нём только их участники. Программы перечисляет regapp help readers. Файл, который отличается, заменяется целиком или никак; права и владелец прежние.
  put one ListenStream= into the socket unit, and no Accept=yes	в юните сокета нужен один ListenStream= и не нужен Accept=yes
  put the functions right	исправлены функции
  put the indexes right	исправлены индексы
  put the rights of the roles right, and took away those of everyone	исправлены права ролей, а у всех остальных отобраны
  query the store again, even if an answer is cached	спросить заново, что бы ни было сохранено
  quit	выход
  quit (^Q, ^C)	выйти из программы (^Q, ^C)
  quit (^Q, ^C); nobody is logged out	выйти из программы (^Q, ^C); сеанс остаётся
  reach	связаться с
  read	прочитать
  read again	перечитать
  read the accounts again	перечитать аккаунты
  read the accounts again (any other key)	перечитать аккаунты
  read the password from stdin, without one final line break	читать пароль из stdin, без завершающего перевода строки
  read-only file system	файловая система доступна только для чтения
  reading the accounts	чтение аккаунтов
  reading the account…	чтение аккаунта…
  reading the history	чтение истории
  reads changes by itself	сам видит изменения
  reads changes when reloaded, or by a setting	читает изменения после перезагрузки или по настройке
  redirected to {1}, which was not followed	магазин отослал на {1}; туда не обращались
  redraw	перерисовать
  refers to {1}, which does not exist	{1}, но такого аккаунта нет
  regapp albums cannot open its screens here	regapp albums не может открыть здесь экраны
  regapp albums runs regapp-albums, a separate program, which asks Apple's server. It sends only what is searched for, and reads from the accounts only who is logged in.	regapp albums запускает отдельную программу regapp-albums, которая обращается к серверу Apple. Отправляет она лишь то, что ищут, а из аккаунтов читает только то, кто вошёл.
  regapp albums search TERM prints the numbers	номера выводит regapp albums search TERM
  regapp albums search TERM … finds albums, regapp albums show ID shows one with its songs, regapp albums by ARTIST-ID lists a band's, and regapp albums alone, at a terminal, opens the screens. You must be logged in.	regapp albums search TERM … ищет альбомы, regapp albums show ID показывает альбом с песнями, regapp albums by ARTIST-ID — все альбомы исполнителя, а просто regapp albums в терминале открывает экраны. Нужен вход.
  regapp albums searches Apple's catalogue for music albums; you must be logged in	regapp albums ищет музыкальные альбомы в каталоге Apple для того, кто вошёл
  regapp albums show ID prints it	его печатает regapp albums show ID
  regapp cancel discards the edit	regapp cancel отменит правку
  regapp cannot be started, to ask who is logged in	не удаётся запустить regapp, чтобы узнать, кто вошёл
  regapp check names all of these keys	все эти ключи называет regapp check
  regapp check names them	их называет regapp check
  regapp check shows what is wrong	что не так, покажет regapp check
  regapp does not say who is logged in	regapp не сообщает, кто вошёл
  regapp edit --account {1} --generate sets a new password	новый пароль задаст regapp edit --account {1} --generate
  regapp edit --account {1} --id new gives it one	его создаст regapp edit --account {1} --id new
  regapp enable {1} unlocks it	снять блокировку: regapp enable {1}
  regapp has not written what is in it	то, что в нём, записал не regapp
  regapp has not written what is in it; publish --overwrite FILE writes over it once	то, что в нём, записал не regapp; publish --overwrite FILE один раз запишет поверх
  regapp history shows the changes and their numbers	regapp history показывает изменения и их номера
  regapp keeps accounts in one file that people can read, edit by hand and trust	regapp хранит аккаунты в одном файле: его можно читать, править вручную, и ему можно доверять
  regapp list shows all accounts	все аккаунты показывает regapp list
  regapp list state:invited shows who is invited	regapp list state:invited показывает приглашённых
  regapp registers people, logs them in, and shows and edits their profiles: from a shell, from a script, and on full-screen forms in a terminal. An edit changes only the bytes of the accounts file that it has to, every mistake in the file is reported with its line and column, and nothing is lost, whatever fails.	regapp регистрирует людей, впускает их по паролю, показывает и правит их профили: из оболочки, из скрипта и в полноэкранных формах терминала. Каждый байт файла аккаунтов, который не просили менять, остаётся как был, о каждой ошибке в нём говорится с номером строки и столбца, и ничего не теряется, что бы ни отказало.
  regapp rules shows what an account must look like	каким должен быть аккаунт, показывает regapp rules
  regapp save saves it, regapp cancel discards it	regapp save сохранит её, regapp cancel отменит
  regapp seal makes typed passwords hashes; fix the rest with regapp edit-file	пароли, набранные вручную, хеширует regapp seal; остальное исправьте с regapp edit-file
  regapp serve logs people in at a page, and tells web servers who they are	regapp serve впускает людей через страницу и отвечает веб-серверам, кто это
  regapp sessions --end --yes ends all logins	закончить все входы: regapp sessions --end --yes
  regapp sessions --end ends them	закончить их: regapp sessions --end
  regapp share ops	regapp share ops
  regapp show prints the current values	что там теперь, показывает regapp show
  regapp undo brings it back	вернуть его можно командой regapp undo
  regapp undo makes the code good again, until its day. The password before the invitation comes back with regapp undo --change NUMBER, of the invitation.	regapp undo возвращает код до его срока. Пароль, который был до приглашения, возвращает regapp undo --change NUMBER с номером приглашения.
  regapp writes nothing while the {1} is there: its tables are its own	regapp ничего не пишет, пока есть {1}: таблицы только его
  regapp-albums is neither next to regapp nor on PATH	regapp-albums нет ни рядом с regapp, ни в PATH
  regapp-albums was not found: install the Debian package regapp-albums, or build it.	Программа regapp-albums не найдена: установите пакет Debian regapp-albums или соберите её.
  regapp-postgres copy DIRECTORY postgres://HOST/DATABASE	regapp-postgres copy КАТАЛОГ postgres://HOST/DATABASE
  regapp-postgres is neither next to regapp nor on PATH	regapp-postgres нет ни рядом с regapp, ни в PATH
  regapp-postgres is regapp for those who have outgrown one machine: the accounts, their history and the count of failed logins are in a database instead of a file. regapp runs it by itself where --documents or $REGAPP_DOCUMENTS names a database; only migrate, copy, status and rules FILE are typed as regapp-postgres.	regapp-postgres — это regapp для тех, кому мало одной машины: аккаунты, их история и счёт неудачных входов лежат не в файле, а в базе данных. regapp запускает её сама, если --documents или $REGAPP_DOCUMENTS называют базу данных; только migrate, copy, status и rules FILE набирают как regapp-postgres.
  regapp-postgres is regapp with the accounts in PostgreSQL instead of a file	regapp-postgres — это regapp, у которого аккаунты в PostgreSQL, а не в файле
  regapp-postgres works on a database, not on the directory {1}	regapp-postgres работает с базой данных, а не с каталогом {1}
  regapp-serve is neither next to regapp nor on PATH	regapp-serve нет ни рядом с regapp, ни в PATH
  register	зарегистрироваться
  register (default), albums, authorisation or standard	register (если не указать), albums, authorisation или standard
  register#a screen	регистрация
  register, albums, authorisation or standard	register, albums, authorisation или standard
  registered {1}	регистрация: {1}
  remembers a right password for a while	какое-то время помнит верный пароль
  remove	удалить
  remove an account, after asking	удалить аккаунт, переспросив
  remove it, or choose another path	удалите его или выберите другой путь
  remove the accounts that the file does not name, if they are not too many	удалить аккаунты, которых в файле нет, если их не слишком много
  remove the cached answers and covers	удалить сохранённые ответы и обложки
  remove the link	удалите ссылку
  remove them however many they are	удалить их, сколько бы их ни было
  remove what the history keeps of an account, and its logins	удалить всё, что история помнит об аккаунте, и его входы
  remove {1}	убрать {1}
  remove, after asking (Delete)	удалить, переспросив (Delete)
  removed {1 account}	удалено аккаунтов: {1}
  removed {1 cached answer and cover|cached answers and covers}	удалено сохранённых ответов и обложек: {1}
  removed {1}	удалён аккаунт {1}
  removed {1} from the record of logins	удалено из записей о входах: {1}
  removed {1} from {2 change} in the history	удалено из истории: {1}; изменений: {2}
  removed {1}#in the history	удаление: {1}
  removed: {1}	удалён: {1}
  removing	удаление
  report what would happen, and write nothing	сказать, что было бы сделано, и ничего не записать
  required	обязательно
  requiring a new password	требование нового пароля
  resource temporarily unavailable	ресурс временно недоступен
  restore the whole database from a backup if a crash has done so; else let its owner run: {1}	если сбой уже был, восстановите базу данных из копии целиком; иначе пусть владелец выполнит: {1}
  roles	роли
  root lets the group use it: regapp share GROUP; umask 007 keeps that so; of one user alone, root removes it if it is an empty lock that a killed command left	root открывает его группе: regapp share GROUP; чтобы так и было, umask 007; если пользователь один, root удаляет его, если это пустая блокировка, оставшаяся от прерванной команды
  row security hides rows of {1} in the database {2}	в базе данных {2} защита строк скрывает строки таблицы {1}
  row {1} of {2}	строка {1} из {2}
  rows say something else than their texts	строки говорят не то, что их тексты
  rows say something else than their texts, and stay closed: regapp check names them	строки говорят не то, что их тексты, и остаются закрытыми: их называет regapp check
  rulebook {1}	свод правил {1}
  rulebook {1}, from {2}	свод правил {1}, на основе {2}
  run	выполнить
  run it as root	запустите от имени root
  run it as the file's owner, or give the file to another one with chown	запустите от имени владельца файла или смените его: chown
  run it at one, or set VISUAL or EDITOR to a program that needs none	запустите в терминале или задайте в VISUAL или EDITOR программу, которой терминал не нужен
  run regapp as the file's owner, who must be in its group, or as root; who has just been put into the group logs in again, and a program is started anew; accounts can be shared: regapp share GROUP	запустите regapp от имени владельца файла, который должен быть в его группе, или root; тот, кого только что включили в группу, должен заново войти в систему, а программу нужно запустить заново; аккаунты можно открыть группе: regapp share GROUP
  run regapp edit-file at a terminal to continue	чтобы продолжить, запустите regapp edit-file в терминале
  run regapp edit-file at a terminal to continue it, or remove that file	запустите regapp edit-file в терминале, чтобы продолжить её, или удалите этот файл
  run regapp git-setup --documents . in each clone, too: git copies no settings	запустите regapp git-setup --documents . и в каждом клоне: настройки git не копирует
  save	сохранить
  save the open edit	сохранить открытую правку
  save what was typed	сохранить введённое
  saved {1}	сохранён аккаунт {1}
  saved, but not recorded in the history: {1}	сохранено, но в историю не записано: {1}
  saved, but the record of logins still has the old names: {1}	сохранено, но в записях о входах остались прежние имена: {1}
  saving	сохранение
  say what would be changed, and change nothing	сказать, что изменилось бы, и ничего не менять
  say what would be written, and write nothing	сказать, что было бы записано, и ничего не записывать
  scripts and other accounts files, with all fields and your own keys	скрипты и другие файлы аккаунтов, со всеми полями и вашими собственными ключами
  scroll	прокрутка
  scroll#a page	листать
  sealed the password of {1}	хеширование паролей: {1}
  sealed {1 password}	{1:захеширован|захешировано|захешировано} {1 пароль|пароля|паролей}
  search	поиск
  search Apple's catalogue for music albums, when logged in to regapp	поиск музыкальных альбомов в каталоге Apple для того, кто вошёл в regapp
  search TERM …, show ID, by ARTIST-ID or clear	search TERM …, show ID, by ARTIST-ID или clear
  search at once; in the list: open the album	искать сразу; в списке: открыть альбом
  search for music albums	найти музыкальные альбомы
  search for music albums; a separate program, which asks Apple's server	искать музыкальные альбомы; отдельная программа, которая обращается к серверу Apple
  search: a text, state:disabled, group:ops, weak, hash:bcrypt, inactive:90, never-seen, seen	поиск: текст, state:disabled, group:ops, weak, hash:bcrypt, inactive:90, never-seen, seen
  search: an account, a person, what was done	поиск: аккаунт, человек, что сделано
  search; capitals act	искать; действуют заглавные
  searching	поиск
  searching…	поиск…
  see getent group	см. getent group
  see in git log who made the link; remove it, or give that directory with --documents	посмотрите в git log, кто создал ссылку; удалите её или укажите тот каталог в --documents
  see its logins: regapp sessions {1}	посмотреть его входы: regapp sessions {1}
  see regapp invite --help	см. regapp invite --help
  see regapp list --help	см. regapp list --help
  see regapp rules	см. regapp rules
  see regapp rules --help	см. regapp rules --help
  see the changes with regapp show NAME, then run regapp edit-file at a terminal	посмотрите, что изменилось: regapp show NAME, потом запустите regapp edit-file в терминале
  see where it leads with ls -l, and give that path instead	посмотрите, куда она ведёт (ls -l), и укажите тот путь
  see who can write that file, then check it: ls -l {1}	посмотрите, кто может писать в этот файл, и проверьте его: ls -l {1}
  see who has read it; chmod 600 keeps others out	проверьте, кто его читал; chmod 600 закроет его от других
  see whose file it is, and move it away	выясните, чей это файл, и уберите его
  see whose file it is, and run regapp check	посмотрите, чей это файл, и запустите regapp check
  see {1} help	см. {1} help
  see {1} {2} --help	см. {1} {2} --help
  send	готово
  serve as the owner of the accounts, who can share them with a group: regapp share GROUP	запустите от имени владельца аккаунтов; он может открыть их группе: regapp share ГРУППА
  serve the door alone, at /verify	только дверь, по адресу /verify
  server	сервер
  serving at {1}	сервер слушает на {1}
  serving at {1}; the door is {2}	сервер слушает на {1}; дверь — {2}
  sessions --end asks for confirmation, which is not possible here	sessions --end спрашивает подтверждение, а здесь это невозможно
  set "hash" in the rulebook to one of these ({1}), then {2}	задайте один из этих ({1}) как "hash" в своде правил, затем {2}
  set HOME or XDG_STATE_HOME	задайте HOME или XDG_STATE_HOME
  set HOME, or give --documents DIR	задайте HOME или укажите --documents DIR
  set VISUAL or EDITOR	задайте VISUAL или EDITOR
  set XDG_STATE_HOME to a directory that this user may write	задайте в XDG_STATE_HOME каталог, в который этот пользователь может писать
  set a generated password	задать придуманный пароль
  set a new password	задайте новый пароль
  set a new password, typed or generated	новый пароль, свой или придуманный
  set a new password: regapp edit --account NAME --password-stdin	задайте новый пароль: regapp edit --account NAME --password-stdin
  set another one: regapp edit --account NAME --generate	задайте другой: regapp edit --account NAME --generate
  set by systemd, if it passes a socket	задаёт systemd, если передаёт сокет
  set one (regapp edit --account {1} --generate) or run regapp invite {2}; if the account is still locked then, run regapp enable {3}	задайте новый (regapp edit --account {1} --generate) или выполните regapp invite {2}; если аккаунт и тогда заперт, выполните regapp enable {3}
  set one with the link, or at a terminal: regapp login {1}	задайте пароль по ссылке или в терминале: regapp login {1}
  set passwords of accounts that have one, too	задать пароли и тем, у кого они уже есть
  set the time limits of the roles that were missing	заданы ограничения времени ролей, которых не хватало
  set this database not to write values of statements into the server's log	значения запросов этой базы данных больше не пишутся в журнал сервера
  setting the password	смена пароля
  several accounts have this name	это имя у нескольких аккаунтов
  several accounts share this name and password	такие имя и пароль у нескольких человек
  share needs a GROUP, or --none	для share нужна группа (GROUP) или --none
  share with nobody any more	больше никому не открывать
  shell	консоль
  shorten it to 2600 bytes	сократите до 2600 байт
  show	показать
  show all	показать всех
  show all, or back (Left)	показать все или назад (←)
  show an album with its year and songs	показать альбом: год и песни
  show covers, if the terminal has enough colours	показать обложки, если терминалу хватает цветов
  show or hide the password	показать или скрыть пароль
  show the version	показать версию
  show this help	показать эту справку
  show this help, or help on a command	показать эту справку или справку по команде
  show what an account must look like	показать, каким должен быть аккаунт
  show what an account must look like, or set that	показать, каким должен быть аккаунт, или задать это
  show what apply would do with a file	показать, что сделал бы apply с файлом
  show what the database is like, and what is wrong	показать состояние базы данных и что в ней не так
  show what would be taken back, and write nothing	показать, что было бы отменено, и ничего не записать
  show when each account last logged in, and how many attempts failed since	показать последний вход и число неудач после него
  show who changed what, the newest change first	показать, кто что изменил, начиная с последнего
  show who is logged in in a browser, and log people out	показать, кто вошёл в браузере, и закончить эти входы
  show your profile, or that of another account	показать свой профиль или профиль другого аккаунта
  since {1}	с {1}
  size {1}	размер {1}
  something keeps changing {1}	что-то всё время меняет {1}
  something outside is missing or unreachable: an editor, git, the network, regapp-albums, regapp-postgres	нет чего-то внешнего, или оно недоступно: редактор, git, сеть, regapp-albums, regapp-postgres
  song {1}{2} is not in this store	песни № {1}{2} нет в этом магазине
  songs instead of albums, by their title	песни вместо альбомов, по названию
  songs {1}{2} are not in this store	песен № {1}{2} нет в этом магазине
  sort	порядок
  sort by key, name or state	порядок: ключ, имя или состояние
  sslmode={1} is weaker than verify-full: others on the way to {2} may read or change the accounts	sslmode={1} слабее, чем verify-full: по пути к {2} аккаунты могут прочитать или изменить другие
  stale file handle	файл на сервере уже не тот
  standbys	резервные
  stands beside {1}: keep one of them	стоит рядом с {1}: оставьте что-то одно
  start	для начала
  start an accounts file, or an empty database, with a rulebook	начать файл аккаунтов или пустую базу данных со сводом правил
  start one: regapp edit --draft …	начните её: regapp edit --draft …
  start them, or lower synchronous_standby_names and reload the server	запустите их или уменьшите synchronous_standby_names и перечитайте настройки сервера
  started with the rulebook {1}	начато со сводом правил {1}
  state	состояние
  still invited: {1}; the code can only set a password	приглашение остаётся: {1}; кодом можно только задать пароль
  still locked: {1}	по-прежнему заблокирован: {1}
  stop	остановить
  stop what writes there, then try again	остановите тех, кто туда пишет, и повторите
  stopped: nothing was changed	остановлено: ничего не изменено
  stored as {1}, {2}	хранится как {1}, {2}
  strong	высокая
  systemd must pass a socket or a port of this machine alone	systemd должен передать сокет или порт, доступный только этому компьютеру
  systemd must pass one listening stream socket	systemd должен передать один слушающий потоковый сокет
  tables	таблицы
  tables, with all fields	таблицы, со всеми полями
  tabs cannot be used for indentation here	здесь нельзя делать отступ табуляцией
  take a port above 1023, or let systemd open it	возьмите порт больше 1023, или пусть его откроет systemd
  take back the last change, the last N, or one of them	отменить последнее изменение, последние N или одно из них
  take back this change alone, by its number in regapp history	отменить только это изменение, по его номеру в regapp history
  take it out of all accounts, and of the top of the file	убрать его из всех аккаунтов и с верхнего уровня файла
  take it out of the list: what is not there stays as it is	уберите его из списка: чего там нет, остаётся как было
  take name and password as PAM's modules pass them	имя и пароль в том виде, как их передают модули PAM
  take out a key that no field is; may be given several times	убрать ключ, который не поле; можно указать несколько раз
  take regapp export --format json	возьмите regapp export --format json
  tell the states as they are on this day, YYYY-MM-DD	состояния на этот день, ГГГГ-ММ-ДД
  temporary file left by an interrupted write; the next write removes it	запись была прервана и оставила временный файл; следующая его удалит
  text file busy	этот файл сейчас выполняется
  text, state:disabled, group:ops, weak, hash:bcrypt, inactive:90, seen	текст, state:disabled, group:ops, weak, hash:bcrypt, inactive:90, seen
  the IP address of who logs in, from a service that vouches for it	адрес (IP) того, кто входит, от службы, которая за него ручается
  the account changed twice	аккаунт изменён дважды
  the account ends before that day	аккаунт закончится раньше
  the account has changed since	изменён позже
  the account has no name	у аккаунта нет имени
  the account is closed	аккаунт закрыт
  the account is closed: {1}	аккаунт закрыт: {1}
  the account is gone, or its id does not count any more	этого аккаунта больше нет, или его идентификатор больше не действует
  the account is locked, disabled or expired: enable it first	аккаунт заблокирован, отключён или истёк: сначала включите его
  the account's email or user name	эл. почта или имя пользователя
  the account's name has space around it	вокруг имени аккаунта пробелы
  the accounts belong to another user than when this program read them	аккаунты принадлежат другому пользователю, чем когда программа их читала
  the accounts can be read again	аккаунты снова читаются
  the accounts file is a symbolic link into a directory of {1}, who can read and replace what is written there; see who made the link	файл аккаунтов — символическая ссылка в каталог пользователя {1}, который может читать и подменять то, что туда записано; выясните, кто создал ссылку
  the accounts have changed meanwhile; nothing was undone	за это время аккаунты изменились; ничего не отменено
  the accounts in the database {1} are locked by another session; nothing was saved	аккаунты в базе данных {1} заблокированы другим сеансом; ничего не сохранено
  the accounts instead, where comments and trailing commas are allowed; never both	аккаунты вместо него: там можно писать комментарии и запятые в конце; только один из двух
  the accounts stay as they are	аккаунты остаются как были
  the accounts' owner {1} cannot write this file of another user; see what it is, then as root give it to the owner with chown, or remove it	владелец аккаунтов {1} не может писать в этот чужой файл; посмотрите, что это, и от имени root отдайте файл владельцу (chown) или удалите
  the accounts, in the documents directory: --documents, else $REGAPP_DOCUMENTS, else regapp in $XDG_DOCUMENTS_DIR, from the environment or from user-dirs.dirs, else in ~/Documents	аккаунты; лежит в каталоге документов: это --documents, иначе $REGAPP_DOCUMENTS, иначе regapp в $XDG_DOCUMENTS_DIR (из окружения или из user-dirs.dirs), иначе regapp в ~/Documents
  the accounts; see regapp(1)	аккаунты; см. regapp(1)
  the address of the database has a password in it, which others can see	в адресе базы данных есть пароль, а он там виден другим
  the address of the database is not valid	адрес базы данных неверен
  the address of the page (else $REGAPP_SERVE_URL, else the rulebook's)	адрес страницы (иначе $REGAPP_SERVE_URL, иначе из свода правил)
  the address of the page on which passwords are set	адрес страницы, на которой задают пароли
  the address of the page, before the link's own part	адрес страницы, с которого начинается ссылка
  the address of the page, if --url is not given	адрес страницы, если нет --url
  the album has no cover	у альбома нет обложки
  the answer is a web page, not JSON	в ответе не JSON, а веб-страница
  the answer is empty, not JSON	ответ пуст, а должен быть JSON
  the answer is longer than {1} MiB and was not read	ответ длиннее {1} МиБ; он не прочитан
  the answer is no if the password must be changed	ответ — нет, если пароль нужно сменить
  the answer is no: verify does not match, plan has something to do, nothing to save, cancel or undo, a conflict in merge-driver	ответ — нет: verify не подтвердил пароль, для plan есть что делать, нечего сохранить или отменить, конфликт в merge-driver
  the answer is not JSON	в ответе не JSON
  the answer is not of the expected form	магазин так не отвечает
  the answer was cut short	ответ оборвался
  the argument	аргумент
  the argument after {1}	аргумент после {1}
  the birth date, YYYY-MM-DD	дата рождения, ГГГГ-ММ-ДД
  the byte 0x{1} is not valid UTF-8; save the file as UTF-8	байт 0x{1} — не UTF-8; сохраните файл в UTF-8
  the certificate of the database {1} is for another host	сертификат базы данных {1} выдан другому серверу
  the certificate of the database {1} is not trusted: its authority is unknown, or it has expired	сертификату базы данных {1} нет доверия: неизвестно, кто его выдал, или срок его истёк
  the change may have been saved: the database {1} did not confirm it	изменение, возможно, сохранено: база данных {1} этого не подтвердила
  the code of the invitation is good again, until {1}: {2}	код приглашения снова действует до {1}: {2}
  the command line is wrong, or a needed value is missing	командная строка неверна, или не хватает значения
  the command, or a table: {1}	о какой команде; или таблица: {1}
  the comment has no */	у комментария нет */
  the connection to the database {1} was lost; nothing was saved	связь с базой данных {1} прервалась; ничего не сохранено
  the connection was lost	соединение прервалось
  the copies of edit-file, and what publish has written where	копии edit-file, и что и куда записал publish
  the copy has changed since it was checked	копия изменилась после проверки
  the cover is not a JPEG picture	обложка — не картинка JPEG
  the database	база данных
  the database is unreachable, or not the one that it should be; an editor or another program is missing	база данных недоступна или не та, какой должна быть; нет редактора или другой программы
  the database {1} cannot hold every character: its encoding is not UTF8	в базе данных {1} можно хранить не все символы: её кодировка не UTF8
  the database {1} cannot hold every character: its encoding is {2}	в базе данных {1} можно хранить не все символы: её кодировка — {2}
  the database {1} did not answer in time; nothing was saved	база данных {1} не ответила вовремя; ничего не сохранено
  the database {1} does not permit this user to do that	база данных {1} не разрешает этого своему пользователю
  the database {1} has no tables of regapp yet	в базе данных {1} ещё нет таблиц regapp
  the database {1} has {2} already, which regapp did not make	в базе данных {1} уже есть {2}, и создала это не regapp
  the database {1} has {2}: with it, regapp cannot read or write all accounts	в базе данных {1} есть {2}: из-за этого regapp не может читать или писать все аккаунты
  the database {1} lacks a table or a function	в базе данных {1} нет какой-то таблицы или функции
  the database {1} lacks {2}	в базе данных {1} нет {2}
  the database {1} refused with the SQLSTATE {2}	база данных {1} ответила отказом, SQLSTATE {2}
  the database {1} refuses the user or the password	база данных {1} не принимает пользователя или пароль
  the database, if --documents is not given	база данных, если не указан --documents
  the directory or the database to copy from	каталог или база данных, откуда копировать
  the directory or the database to copy to, without accounts	каталог или база данных без аккаунтов, куда копировать
  the disk of the database {1} is full; nothing was saved	на диске базы данных {1} нет места; ничего не сохранено
  the documents directory or a database, if --documents is not given	каталог документов или база данных, если не указан --documents
  the earlier link or code is good again, until {1}, and the later one is not: {2}	прежняя ссылка (или код) снова действует до {1}, а более поздняя — нет: {2}
  the edit is discarded	правка отменена
  the edit is of {1}, which no longer exists	это правка аккаунта {1}, а его больше нет
  the edit was begun for another account, which was called {1}	правка начата для другого аккаунта, который назывался {1}
  the editor exited with code {1}: {2}	редактор завершился с кодом {1}: {2}
  the editor of edit-file	редактор для edit-file
  the editor removed the copy	редактор удалил копию
  the email address	адрес эл. почты
  the email or user name of each account	адрес или имя пользователя каждого аккаунта
  the email, the user name or the first name, whichever is used for login	эл. почта, имя пользователя или имя, смотря по чему входят
  the end of the file	конец файла
  the failed logins could not be forgotten: {1}	забыть неудачные входы не удалось: {1}
  the failed logins of {1} are forgotten: nobody has to wait any more	неудачные входы забыты: {1}; ждать больше не нужно
  the file	файл
  the file is empty: put a copy into its place; without one, remove it and begin anew	файл пуст: поставьте на его место копию; если её нет, удалите его и начните заново
  the file is in {1}; save it as UTF-8	файл в кодировке {1}; сохраните его в UTF-8
  the file must be a single object: { "rules": "register", "accounts": [ … ] }	файл должен быть одним объектом: { "rules": "register", "accounts": [ … ] }
  the file must begin with users:	файл должен начинаться с users:
  the file stays unusable: {1}	файлом по-прежнему нельзя пользоваться: {1}
  the file system is mounted read-only	файловая система смонтирована только для чтения
  the file to print	файл, который нужно вывести
  the file to read; - is stdin	файл для загрузки; - означает stdin
  the first day on which to log in again, YYYY-MM-DD	с какого дня снова можно входить, ГГГГ-ММ-ДД
  the first day on which to log in, YYYY-MM-DD	с какого дня можно входить, ГГГГ-ММ-ДД
  the first line must be the names of the columns, including email; if that has another name, use --columns email=NAME	в первой строке должны стоять имена столбцов, и среди них email; если он называется иначе, укажите --columns email=ИМЯ
  the first name	имя
  the first name, if that is used for login	имя, если входят по имени
  the group can read the history and the record too: hashes of old passwords	группа сможет читать и историю с записью о входах: там хеши прежних паролей
  the group of that socket, such as www-data	группа этого сокета, например www-data
  the group reads the accounts and writes nothing	группа читает аккаунты и ничего не меняет
  the group {1} can only read from now on	группа {1} отныне может только читать
  the group {1} can read the accounts but not this; regapp share {2} --read sets all of it	группа {1} может читать аккаунты, но не это; всё сделает regapp share {2} --read
  the group {1} can write the accounts but cannot use this; regapp share {2} sets all of it	группа {1} может менять аккаунты, но не может пользоваться этим; всё сделает regapp share {2}
  the group {1} cannot get there: {2} does not let it through	группа {1} туда не попадёт: её не пускает {2}
  the group {1} cannot use {2 file} of git, such as {3}; see whose they are, then run this, as root where they are not yours:	группа {1} не может пользоваться файлами git ({2 файл|файла|файлов}), например {3}; посмотрите, чьи они, и выполните это, а для чужих — от имени root:
  the group {1} is empty, so it adds no account to {2}; correct its name in the list, or add an account: regapp edit --account NAME --add-group GROUP	в группе {1} никого нет, и в {2} из-за неё не попал ни один аккаунт; исправьте её имя в списке или добавьте аккаунт: regapp edit --account ИМЯ --add-group ГРУППА
  the group {1} is left out: {2}	группа {1} не выгружена: {2}
  the group {1} loses its access	группа {1} теряет доступ
  the group {1} may use it, and this process is not in that group	им может пользоваться группа {1}, а этот процесс в неё не входит
  the groups, with commas between them	группы через запятую
  the history keeps the values of {1 change} for over 400 days	история хранит значения {1 изменения|изменений|изменений} дольше 400 дней
  the history keeps values since {1}, if it is not told to forget them	история хранит значения с {1}, если их не велели забыть
  the history lacks change #{1}: nothing tells what it left	в истории нет изменения № {1}: неизвестно, что после него осталось
  the history lacks changes #{1} to #{2}: nothing tells what they left	в истории нет изменений с № {1} по № {2}: неизвестно, что после них осталось
  the invitation is over since {1}: its code changes nothing; regapp invite makes another one	приглашение кончилось {1}: его код ничего не меняет; новое делает regapp invite
  the invitation is over: its code changes nothing any more	приглашение кончилось: его код больше ничего не меняет
  the key by which applications know the accounts	ключ, по которому аккаунты знают приложения
  the key {1}	ключ {1}
  the language of messages	язык сообщений
  the language of messages, and the region whose store is searched first	язык сообщений и регион, магазин которого спрашивают первым
  the language of messages: the first that is set	язык сообщений: первая заданная
  the last day on which the invitation is good, at most 90 days ahead	последний день приглашения, не позже чем через 90 дней
  the last day on which to log in, YYYY-MM-DD	по какой день можно входить, ГГГГ-ММ-ДД
  the last edit cannot be undone: {1} changed since	последнюю правку уже не отменить, после неё изменено: {1}
  the last name	фамилия
  the library {1} is missing or cannot be used	библиотеки {1} нет, или она не подходит
  the list of all accounts	список всех аккаунтов
  the list of publish, if --list is not given	список для publish, если нет --list
  the list, instead of publish.json (else $REGAPP_PUBLISH_LIST)	список вместо publish.json (иначе $REGAPP_PUBLISH_LIST)
  the log of the server, or of the pooler before it, may say why	причина может быть в журнале сервера или пула соединений перед ним
  the merge would close it	слияние закрыло бы его
  the merge would open it, though one side kept it out	слияние открыло бы его, хотя одна сторона его не пускала
  the name {1} is already taken there	имя {1} там уже занято
  the name {1} is free: whoever gets it is {2} to every program	имя {1} свободно: кто его получит, тот для всех программ {2}
  the names {1} are free: whoever gets one is that person to every program	свободны имена {1}: кто получит одно из них, тот для всех программ этот человек
  the next field or button	следующее поле или кнопка
  the next field or button; on a button: press it	следующее поле или кнопка; на кнопке: нажать её
  the next field; on the last, or a button: submit	следующее поле; на последнем или на кнопке — выполнить
  the next login has to set a new password	при следующем входе нужно сменить пароль
  the next login need not set a new password	при следующем входе пароль менять не нужно
  the next login sets a new password: {1}	пароль сменят при следующем входе: {1}
  the number of failed logins, by name	число неудачных входов, по именам
  the number of the album	номер альбома
  the number of the band	номер исполнителя
  the open edit ({1}) is not saved: run regapp save or regapp cancel	открытая правка ({1}) не сохранена: regapp save или regapp cancel
  the open edit still has the old password: {1}	в открытой правке остался прежний пароль: {1}
  the open edit; passwords only as hashes	открытая правка; пароли — только в виде хешей
  the other accounts were exported	остальные выгружены
  the other accounts were published	остальные опубликованы
  the other program cannot check its hash ({1})	другая программа не умеет проверять такой хеш ({1})
  the other program would take it for the group {1}	другая программа приняла бы её за группу {1}
  the other version	другая версия
  the others are written	остальные записаны
  the owner {1} is not in the group {2}, and loses access when somebody in it writes; add the owner to the group, or run regapp share {3} as root	владелец {1} не входит в группу {2} и потеряет доступ, когда кто-то из неё запишет файл; добавьте его в группу или запустите regapp share {3} от имени root
  the page is called {1}	страница называется {1}
  the page says: {1}	на странице сказано: {1}
  the password is empty	пароль пуст
  the password is right, and must be changed at the next login	пароль верен; при следующем входе его нужно сменить
  the password must be changed	пароль нужно сменить
  the password of the role {1}, as which nobody else can connect, is over	пароль роли {1} истёк, и войти от её имени больше некому
  the password, at the next login	при следующем входе
  the path must be absolute, as a database is in no directory	путь должен быть абсолютным: база данных не лежит ни в каком каталоге
  the path of a socket has at most 107 bytes: {1}	путь сокета не длиннее 107 байт: {1}
  the path of the documents directory is not valid UTF-8	путь к каталогу документов не в UTF-8
  the phone number, in any spacing	номер телефона, пробелы любые
  the previous one	предыдущее поле или кнопка
  the record of logins in the database {1} still has {2}	в записи о входах в базе данных {1} ещё есть {2}
  the rights of the roles are wrong	права ролей неверны
  the role {1} can do more than it should: it has {2}	роль {1} может больше, чем должна: у неё {2}
  the role {1} can do more than it should: it is a member of {2}	роль {1} может больше, чем должна: она член роли {2}
  the role {1} is missing	нет роли {1}
  the role {1} was there, with {2 member}, who are let in here, too, if they may connect: {3}	роль {1} уже была, и в ней {2 участник|участника|участников}, которых впустят и сюда, если им можно подключаться: {3}
  the role {1} was there: it has no members	роль {1} уже была; участников у неё нет
  the roles can do more than they should	роли могут больше, чем должны
  the roles can do more than they should; regapp-postgres status names it: let a superuser run migrate once	роли могут больше, чем должны; что именно, говорит regapp-postgres status: пусть migrate один раз запустит суперпользователь
  the roles have no time limits here: let a superuser run migrate once	у ролей здесь нет ограничений времени: пусть migrate один раз запустит суперпользователь
  the roles lack time limits	у ролей нет ограничений времени
  the rulebook	свод правил
  the rulebook allows only short passwords: this one has {1} bits, not 80	свод правил допускает только короткие пароли: в этом {1} бит, а не 80
  the rulebook in the database {1} cannot be read	свод правил в базе данных {1} не читается
  the rulebook is another one than that of the accounts	свод правил не тот, что у аккаунтов
  the rulebook is now {1}; {2 account}, {3} of them closed under it	теперь действует свод правил {1}; {2 аккаунт|аккаунта|аккаунтов}, из них закрыто: {3}
  the rulebook is wrong	свод правил неверен
  the rulebook is wrong; the tables are missing, of another version or role, or restored and not migrated	свод правил неверен; таблиц нет, они другой версии или чужой роли или восстановлены из копии без migrate
  the sequence {1} comes to its end, begins anew there, or hands numbers out ahead	последовательность {1} подходит к концу, начнётся там заново или раздаёт номера заранее
  the sequence {1} has given its last numbers	последовательность {1} выдала последние номера
  the sequence {1} is behind the rows of public.{2}: no more can be added	последовательность {1} отстала от строк public.{2}: новых не добавить
  the server has ended	сервер остановлен
  the server of the database {1} does not use TLS	сервер базы данных {1} не поддерживает TLS
  the server of the database {1} is PostgreSQL {2}, which regapp does not support	сервер базы данных {1} — PostgreSQL {2}, с которым regapp не работает
  the server takes no writes	сервер не принимает записей
  the server's log may get hashes of passwords	в журнал сервера могут попасть хеши паролей
  the server's log may get hashes of passwords: let a superuser run migrate once	в журнал сервера могут попасть хеши паролей: пусть migrate один раз запустит суперпользователь
  the server's log may say why; regapp-postgres status lists what was added to the tables	почему — может сказать журнал сервера; что добавлено к таблицам, показывает regapp-postgres status
  the service that asks: 1 to 32 letters, digits, dots, _ and -	служба, которая спрашивает: до 32 английских букв, цифр, точек, _ и -
  the services that service=NAME names	службы, которые называет service=NAME
  the sessions of {1} in browsers are refused, and may come back with enable or undo: {2}	сеансы в браузерах ({1}) отклоняются, но могут вернуться после enable или undo: {2}
  the store cannot be reached: no connection	магазин недоступен: нет соединения
  the store did not answer in time	магазин не ответил вовремя
  the store does not know this request	магазин не знает такого запроса
  the store had an internal error ({1})	в магазине произошёл сбой ({1})
  the store lists no albums of this band	в магазине нет альбомов этого исполнителя
  the store rejected the request	магазин отклонил запрос
  the store to search, two letters; else the term and your region decide	какой магазин спросить, две буквы; иначе решают запрос и ваш регион
  the system's crypt(3) could not create a hash	системная crypt(3) не создала хеш
  the tables are there	таблицы уже есть
  the tables of the database {1} were made by a newer regapp (version {2})	таблицы базы данных {1} созданы более новым regapp (версия {2})
  the tables of the database {1} were made by regapp 0.7 (version {2})	таблицы базы данных {1} создал regapp 0.7 (версия {2})
  the terminal was closed	терминал закрылся
  the title or artist to search for	искомые название или исполнитель
  the top of the file	верхний уровень файла
  the top of the file is not as it was shown: it was changed elsewhere: look again	верхний уровень файла уже не такой, как был показан: его изменили в другом месте: посмотрите ещё раз
  the trusted proxies, if --trusted-proxies is not given	каким прокси верить, если не задано --trusted-proxies
  the two passwords differ	пароли не совпадают
  the two sides have different rulebooks	у сторон разные своды правил
  the user and the request that verify --pam checks; set by modules	кого и для чего проверяет verify --pam; их задают модули
  the user name, if that is used for login	имя пользователя, если входят по нему
  the user name: letters, digits, dots, _ and -	имя пользователя: английские буквы, цифры, точки, _ и -
  the version that both began from; empty if there was none	версия, с которой начали обе стороны; пустая, если её не было
  the view login is missing, or shows whom it should leave out	представления login нет, или оно показывает тех, кого не должно показывать
  the web server has no line for {1}: nobody can log in there	у веб-сервера нет строки для {1}: войти там нельзя
  the word behind --end is a login's ID, which needs exactly one NAME	слово после --end — ID входа, и к нему нужен ровно один NAME
  the {1} can hold back, change or double what regapp writes	{1} может задержать, изменить или удвоить то, что пишет regapp
  the {1}{2} is too long for the database {3}; nothing was saved	база данных {3} не принимает таких длинных значений: {1}{2}; ничего не сохранено
  theirs	чужое
  theirs: {1}	их сторона: {1}
  then everybody whose account is open can log in	тогда смогут войти все, чьи аккаунты открыты
  then {1 account stays|accounts stay} out	тогда вход остаётся закрытым: {1 аккаунт|аккаунта|аккаунтов}
  then {1} can log in	тогда смогут войти: {1}
  then {1} can log in, and everybody else whose account is open	тогда смогут войти {1} и все остальные, чьи аккаунты открыты
  then {1} can log in, if nothing else is in the way	тогда сможет войти {1}, если больше ничто не мешает
  then {1} stays closed ({2})	тогда {1} остаётся закрытым ({2})
  then {1} stays out: {2}	тогда вход остаётся закрытым: {1} ({2})
  there are no accounts in it	в нём нет аккаунтов
  there are no accounts to copy in {1}	нет аккаунтов, которые можно скопировать: {1}
  there are {1} sessions in browsers: no more fit	сеансов в браузерах уже {1}, больше не помещается
  there are: {1}	есть: {1}
  there is a space before this quoted value: take it away, so that the quotes count	перед этим значением в кавычках пробел: уберите его, чтобы кавычки учитывались
  there is no change #{1} in the history	в истории нет изменения №{1}
  there is no database {1}, or this user may not connect to it	базы данных {1} нет, или этот пользователь не может к ней подключиться
  there is no file with the authorities to trust for the database {1}	нет файла с сертификатами, которым можно доверять, для базы данных {1}
  there is no group {1}	нет группы {1}
  there is no invitation to end	приглашения нет, заканчивать нечего
  there is no login, since the page's address has a path: ?login is as if it were not there	входа нет, так как у адреса страницы есть путь: ?login ничего не меняет
  there is not enough memory to hash a password	не хватает памяти, чтобы хешировать пароль
  there may be more: a store lists at most 200	возможно, это не всё: магазин показывает не больше 200
  there may be more: try a larger --limit	возможно, это не всё: увеличьте --limit
  there twice	указан дважды
  there {1:is|are} only {2 change} to undo	отменить можно только {1 изменение|изменения|изменений}{-2}
  these are names and hashes alone; write them as lines of name:hash, as in htpasswd	здесь только имена и хеши; запишите их строками имя:хеш, как в htpasswd
  these hosts are guarded: 	под охраной эти хосты: 
  these were left out; put that right, then invite them again	эти пропущены; исправьте это и пригласите их снова
  they go when an account is changed, from up to 100 changes at a time	они удаляются, когда меняется какой-нибудь аккаунт, не больше чем из 100 изменений за раз
  this answer is of unknown age	возраст этого ответа неизвестен
  this answer is {1} old	этому ответу {1}
  this cannot be undone: the history cannot keep the values	это нельзя будет отменить: история не может сохранить значения
  this cannot be undone: the history could not keep the values	это нельзя будет отменить: история не смогла сохранить значения
  this directory's session is theirs; name an account with --account instead	сессия в этом каталоге чужая; укажите аккаунт: --account
  this email	таким адресом
  this form is no longer good: give your old password once more	эта форма больше не годится: введите прежний пароль ещё раз
  this id was given to {1}, a name that the account has not	этот идентификатор дан имени {1}, а у аккаунта его нет
  this is a realm of Keycloak, whose hashes cannot be checked here	это область (realm) Keycloak, и её хеши здесь нечем проверить
  this is not JSON but {1}, which regapp import reads	это не JSON, а {1}; такой файл читает regapp import
  this is not your password	это не ваш пароль
  this libcrypt may not support yescrypt	возможно, эта libcrypt не знает yescrypt
  this line has {1 value}, but the first one names {2 column}	в этой строке {1 значение|значения|значений}, а в первой — {2 столбец|столбца|столбцов}
  this line is not indented like the others at its level	отступ этой строки не такой, как у других того же уровня
  this looks like a line of /etc/shadow, which has nine fields, and numbers or nothing in the third to the seventh: write the whole line, or name:hash alone	похоже на строку /etc/shadow, в которой девять полей, а с третьего по седьмое — числа или ничего: напишите строку целиком или только имя:хеш
  this name is one that people may change themselves	это имя люди могут менять сами
  this part of YAML is not supported	эта часть YAML здесь не читается
  this quote is not closed	эта кавычка не закрыта
  this quote is not closed on its line	эта кавычка не закрыта в своей строке
  this store does not support {1}	это хранилище не поддерживает {1}
  this store lists no songs for this album	песен этого альбома в магазине нет
  this user is no member of regapp_manager at {1}	этот пользователь не входит в regapp_manager: {1}
  this user may not see them	этому пользователю их не видно
  this user may not write {1}, beside which wrong passwords are counted	этот пользователь не может писать {1}, а рядом считаются неверные пароли
  this {1}	таким именем пользователя{-1}
  those in state open, closed, locked, disabled, expired, notYetValid or invited	только в состоянии open, closed, locked, disabled, expired, notYetValid, invited
  those in this state who have no password: invitation-over, closed, notYetValid	тех в этом состоянии, у кого нет пароля: invitation-over, closed, notYetValid
  those of this group who have no password	тех из этой группы, у кого нет пароля
  through PAM	через PAM
  through {1}	через {1}
  title or artist	название или исполнитель
  to change the email or the password, give your password now	чтобы сменить почту или пароль, укажите нынешний пароль
  to change the email, the user name or the password, give your password now	чтобы сменить почту, имя пользователя или пароль, укажите нынешний пароль
  to change the password, give your password now	чтобы сменить пароль, укажите нынешний пароль
  to change the user name or the password, give your password now	чтобы сменить имя пользователя или пароль, укажите нынешний пароль
  to keep one of them out once that is mended, run regapp disable NAME	чтобы кто-то из них не вошёл и после исправления, запустите regapp disable NAME
  to keep one of them out, run regapp disable NAME first	чтобы кто-то из них не вошёл, сначала запустите regapp disable NAME
  to keep {1} out once that is mended, run regapp disable {2}	чтобы и после исправления вход остался закрытым ({1}), запустите regapp disable {2}
  to keep {1} out, run regapp disable {2} first	чтобы вход остался закрытым ({1}), сначала запустите regapp disable {2}
  to let them in, let its owner run: GRANT CONNECT ON DATABASE {1} TO {2}	чтобы впустить их, пусть владелец выполнит: GRANT CONNECT ON DATABASE {1} TO {2}
  to start, regapp login {1} creates an account	начните так: regapp login {1} создаст аккаунт
  to start, run regapp register {1}	начните так: regapp register {1}
  to the login	ко входу
  to the registration	к регистрации
  to the shell; fg returns	в командную строку; fg вернёт сюда
  to {1}	до {1 года|лет|лет}
  too long for a database	слишком длинно для базы данных
  too many levels of symbolic links	слишком много символических ссылок подряд
  too many links	слишком много жёстких ссылок
  too many open files	открыто слишком много файлов
  too many open files in system	в системе открыто слишком много файлов
  too many requests to the store	слишком много запросов к магазину
  took away what the roles could do as members of others, or by their attributes	отняла у ролей то, что они могли как члены других ролей или по своим атрибутам
  took {1} out of {2}	убрано {1} ({2})
  transactions begin as read-only for {1}; regapp writes all the same	транзакции начинаются только для чтения: {1}; regapp всё равно пишет
  true or false	true или false
  true, false or a reason	true, false или причина
  try again	повторите
  try again in a minute	повторите через минуту
  try again in {1} s	повторите через {1} с
  try again later, or raise max_connections, or the limit of the role or the database; the connections are in pg_stat_activity	повторите позже или увеличьте max_connections либо предел роли или базы; подключения видны в pg_stat_activity
  try again when it is ready	повторите, когда он будет готов
  try again when nothing else is writing to it	повторите, когда его оставят в покое
  try again when the lock is released	повторите, когда файл освободится
  try again when the other session has ended its transaction (see pg_locks)	повторите, когда другой сеанс закончит транзакцию (см. pg_locks)
  try again: the file is locked or has changed, or too many logins failed	повторите позже: файл заблокирован, за это время изменён, или слишком много неудачных входов
  try again; --offline shows cached answers	повторите; сохранённое покажет --offline
  try it: regapp show	проверьте: regapp show
  try the other of 127.0.0.1 and [::1]	попробуйте другой из адресов 127.0.0.1 и [::1]
  try without --offline	повторите без --offline
  trying again in {1} s: the store asked to wait	ещё одна попытка через {1} с: магазин просит подождать
  turn on ssl at the server; in a network that you trust, sslmode=disable does without it	включите на сервере ssl; в сети, которой вы доверяете, можно и без него: sslmode=disable
  two places to listen at	указано два места, где слушать
  type it	ввести
  type the new password again	введите новый пароль ещё раз
  type {1} in English letters, as in a passport: {2} is a Cyrillic letter	напишите {1} английскими буквами, как в паспорте: {2} — буква кириллицы
  type {1} in English letters, as in a passport: {2} is not one	напишите {1} английскими буквами, как в паспорте: {2} — не такая
  typed by hand; a database holds hashes only	набран вручную; в базе данных только хеши
  typed: {1}	введено: {1}
  unchanged	без изменений
  undid changes of {1}	откат изменений: {1}
  undid changes, which left nothing different	откат, который ничего не изменил
  undid the last edit of {1}	отменена последняя правка аккаунта {1}
  undid {1 change}	отменено изменений: {1}
  undo	отменить
  undo does not bring back {1 comment} of what was removed	отмена не вернёт комментарии к удалённому: {1}
  undo does not bring it back in {1 account} without a name	undo не вернёт это там, где нет имени: {1 аккаунт|аккаунта|аккаунтов}
  undo it with the version that wrote it; newer changes can be undone	отмените его той версией, которая его записала; более новые отменить можно
  undo the newest change of the account, after a look at it	отменить последнее изменение аккаунта, сперва показав его
  undo this change alone, after a look at it (U)	отменить только это изменение, сперва показав его (U)
  undo this change and all newer ones, after a look at that	отменить это изменение и все новее, сперва показав
  undo to here	отменить до этого
  undo would bring {1} back at the top of the file, which makes the file unusable	undo вернул бы {1} на верхний уровень файла, а таким файлом нельзя пользоваться
  undoing the change	отмена изменения
  unexpected status from the store ({1})	магазин не дал ответа ({1})
  unexpected text after a value, or after a key whose value follows below	здесь, после значения или отдельного ключа, ничего быть не должно
  unknown command '{1}'	неизвестная команда «{1}»
  unknown escape after the backslash	после обратной косой черты стоит неизвестный символ
  unknown host {1}	хост {1} здесь неизвестен
  unknown option {1}	неизвестный параметр {1}
  unknown option {1} for {2}	у команды {2} нет параметра {1}
  unknown rulebook "{1}"; 	нет свода правил «{1}»; 
  unpack it first, or save it as CSV in its spreadsheet program	сначала распакуйте его или сохраните как CSV в табличном редакторе
  unpack it first, with gunzip	сначала распакуйте его: gunzip
  until {1}	до {1}
  until {1}, kept	до {1}, запомнен
  usage:	использование:
  use --country to choose another store	другой магазин задаёт --country
  use --domain example.com to make emails of the names; accounts with user names begin with --rules standard, in a directory without accounts	укажите --domain example.com, чтобы из имён получились адреса; аккаунты с именами пользователей начинают с --rules standard, в каталоге без аккаунтов
  use PostgreSQL 14 or newer	нужен PostgreSQL 14 или новее
  use cached answers only, without the network	искать среди сохранённого и никого не спрашивать
  use it in an auth or account line of a file in /etc/pam.d	укажите его в строке auth или account файла из /etc/pam.d
  use one of {1}	есть: {1}
  use one of {1}, or a program of regapp help readers	есть: {1}, или программа из regapp help readers
  use one such as http://127.0.0.1:8080	напишите, например, http://127.0.0.1:8080
  use only one of them	укажите что-то одно
  use pam_regapp.so in a password line of /etc/pam.d, or set the password on the page	укажите pam_regapp.so в строке password файла из /etc/pam.d или смените пароль на странице
  use pam_regapp.so, or pam_exec.so expose_authtok	напишите pam_regapp.so или pam_exec.so expose_authtok
  use regapp for it, or give --documents postgres://HOST/DATABASE	для него есть regapp; или укажите --documents postgres://HOST/DATABASE
  user name	имя пользователя
  valid from	действует с
  valid until	действует по
  value too large for defined data type	значение слишком велико
  verify --pam: the account is open, but its password must be changed	verify --pam: аккаунт открыт, но пароль нужно сменить
  version {1}	версия {1}
  very strong	отличная
  very weak	плохая
  video	видео
  waiting for another program to write to {1}	ожидание: в {1} ещё никто не пишет
  was given to {1}, which is not the name here	идентификатор дан имени {1}, а здесь другое
  weak	низкая
  what the address leaves out	то, чего нет в адресе
  what the file is called in messages	как называть файл в сообщениях
  what was done to the account	что делали с аккаунтом
  what was edited is still in that file	правка осталась в этом файле
  what you typed	тот, что вы ввели
  what {1} has is not what was copied there; nothing was saved	{1}: получилось не то, что копировалось; ничего не сохранено
  when each account last logged in; beside the history, and named likewise	когда кто входил в последний раз; лежит рядом с историей и называется так же
  where answers are cached	где хранятся ответы
  where else to look for it	где ещё он ищется
  where the accounts are in a file of 256 KiB or more; beside the accounts file itself, named after it; commands that change the accounts write it, and so does check	где что лежит в файле аккаунтов от 256 КиБ; лежит рядом с самим файлом аккаунтов и называется по нему; его пишут команды, которые меняют аккаунты, и check
  where the accounts are shared, or another user's, keep the list elsewhere: regapp publish --list FILE; else let nobody but its owner write it (chmod go-w)	если аккаунты открыты группе или принадлежат другому пользователю, держите список в другом месте: regapp publish --list ФАЙЛ; иначе запретите запись другим (chmod go-w)
  where the accounts are, if --documents is not given	где аккаунты, если нет --documents
  where the copies of edit-file are; for root, HOME does not count	где копии edit-file; у root HOME не считается
  where the session and the open edit are	где лежат сеанс и открытая правка
  where the user's documents are, unless the environment says so	где документы пользователя, если этого не говорит окружение
  where to find regapp-albums and regapp-postgres, if they are not next to regapp	где искать regapp-albums и regapp-postgres, если их нет рядом с regapp
  which colours the terminal has, and whether to use them	какие цвета есть у терминала и нужны ли они
  which rulebook does it begin from? write "from": "register", or its rules in "fields"	с какого свода правил он начинается? напишите "from": "register" или правила в "fields"
  which rulebook? write "rules": "register"	какой свод правил? напишите "rules": "register"
  who changed what; beside the accounts file itself where accounts.json is a link to it, and named after it: people.history.jsonl for people.json	кто что изменил; если accounts.json — ссылка, лежит рядом с самим файлом аккаунтов и называется по нему: people.history.jsonl для people.json
  who is logged in	кто вошёл
  who is logged in in a browser; beside the history, and named likewise; no tokens	кто вошёл в браузере; рядом с историей и назван так же; токенов в нём нет
  who is logged in, and the open edit: a directory for each database	кто вошёл, и открытая правка: по каталогу на базу данных
  who is logged in; in the same directory, like all that follow	кто вошёл; лежит рядом, как и все следующие
  who is logged in; see regapp(1)	кто вошёл; см. regapp(1)
  who is to be invited?	кого пригласить?
  who uses regapp is to write, so let an administrator run: {1}	пользователи regapp должны писать, поэтому пусть администратор выполнит: {1}
  whoever is in an access control list loses that access	все, кто указан в списках доступа, теряют этот доступ
  whoever was put into the group logs in again; a service is started anew, the door by systemctl restart regapp-serve.service	кого добавили в группу, тот входит в систему снова; службу запускают заново: systemctl restart regapp-serve.service
  whom to believe of those before that proxy: 10.0.0.7,2001:db8::/64	кому верить из тех, кто перед этим прокси: 10.0.0.7,2001:db8::/64
  why the account is disabled	почему отключён
  will be free: {1}	освободятся: {1}
  will be generated	будет придуман
  with --json: all keys of a rulebook that begins from another	с --json: все ключи свода, который основан на другом
  with authorisation: three accounts with a known password	для authorisation: три аккаунта с известным паролем
  with csv and json: include the password hashes	для csv и json: вместе с хешами паролей
  with csv: quote what a spreadsheet would run as a formula	для csv: взять в кавычки то, что таблица примет за формулу
  with csv: the columns of fields, by their names; of ids, with json too	для csv: столбцы полей, по их именам; идентификаторов — и для json
  with ldif: the parent entry (dc=example,dc=com)	для ldif: родительская запись (dc=example,dc=com)
  with these three: also those whose invitation runs, whose links end	с этими тремя: и тех, чьё приглашение действует; их ссылки перестанут работать
  with these three: name all, and write nothing	с этими тремя: назвать всех и ничего не записать
  with this {1} an id would begin to count, of this account or of another	с таким значением ({1}) начал бы действовать идентификатор этого или другого аккаунта
  without --trust-forwarded nobody's address is known: after five wrong passwords from anywhere a name has to wait, whoever asks	без --trust-forwarded ничей адрес не известен: после пяти неверных паролей, откуда бы они ни пришли, с этим именем ждут все
  without a command:	без команды:
  would add {1 account}, replace {2}, skip {3}	было бы добавлено аккаунтов: {1}, заменено: {2}, пропущено: {3}
  would invite {1 account}; nothing was written	было бы приглашено: {1 аккаунт|аккаунта|аккаунтов}; ничего не записано
  would undo {1 change}; nothing was written	было бы отменено изменений: {1}; ничего не записано
  write	записать
  write "id": {1}	напишите "id": {1}
  write --account NAME --id new	напишите --account ИМЯ --id new
  write --base ou=people,dc=example,dc=com	напишите --base ou=people,dc=example,dc=com
  write --columns as the first line of the file names them	напишите --columns так, как столбцы названы в первой строке файла
  write --columns email="Email Address",firstName=Vorname	напишите --columns email="Email Address",firstName=Vorname
  write --columns id=KEY	напишите --columns id=КЛЮЧ
  write --country ru	напишите --country ru
  write --days 7	напишите --days 7
  write --documents DIR	напишите --documents DIR
  write --domain example.com	напишите --domain example.com
  write --drop KEY	напишите --drop KEY
  write --id {1}	напишите --id {1}
  write --listen 8466, 127.0.0.1:8466 or [::1]:8466, and put a proxy before it	напишите --listen 8466, 127.0.0.1:8466 или [::1]:8466 и поставьте перед ним прокси
  write --output FILE, or leave it out to print	напишите --output FILE или уберите его, чтобы вывести на экран
  write --reason TEXT, or leave it out; regapp enable {1} ends the disabling	укажите --reason TEXT или ничего; снимает отключение regapp enable {1}
  write --trusted-proxies 10.0.0.7,2001:db8::/64	напишите --trusted-proxies 10.0.0.7,2001:db8::/64
  write ListenStream=127.0.0.1:8466 into the socket unit, and put a proxy before it	напишите в сокет-юнит ListenStream=127.0.0.1:8466 и поставьте перед ним прокси
  write REGAPP_SERVE_TRUSTED_PROXIES=10.0.0.7,2001:db8::/64	напишите REGAPP_SERVE_TRUSTED_PROXIES=10.0.0.7,2001:db8::/64
  write a list without them, for import --generate: jq '[.users[] | {username, email, firstName, lastName, groups: [.groups[]? | ltrimstr("/")], disabled: (.enabled == false), mustChange: ([.requiredActions[]?] | contains(["UPDATE_PASSWORD"]))} | with_entries(select(.value))]' FILE; where user names are emails, import --without username	запишите список без них, для import --generate: jq '[.users[] | {username, email, firstName, lastName, groups: [.groups[]? | ltrimstr("/")], disabled: (.enabled == false), mustChange: ([.requiredActions[]?] | contains(["UPDATE_PASSWORD"]))} | with_entries(select(.value))]' ФАЙЛ; где имена пользователей — адреса, import --without username
  write a list: jq -s 'map(.password //= (.passwordHash // .password_hash) | del(.passwordHash, .password_hash))' FILE	запишите список: jq -s 'map(.password //= (.passwordHash // .password_hash) | del(.passwordHash, .password_hash))' ФАЙЛ
  write a list: jq -s . FILE	запишите список: jq -s . ФАЙЛ
  write inactive:90	напишите inactive:90
  write it as csv, with the names of the columns in the first line, or as json; if it is another list, give --format	запишите его как csv с именами столбцов в первой строке или как json; если это другой список, укажите --format
  write it as csv, with the names of the columns in the first line; what stands behind :: is base64, and has to be decoded	запишите его как csv с именами столбцов в первой строке; после :: стоит base64, его нужно раскодировать
  write it as https://example.com/account/	напишите его как https://example.com/account/
  write it to a file and name that	запишите это в файл и укажите его
  write lines: jq -r '.data.users[] | .username + ":" + (.password | @base64d)' FILE | regapp import - --format htpasswd	запишите строками: jq -r '.data.users[] | .username + ":" + (.password | @base64d)' ФАЙЛ | regapp import - --format htpasswd
  write lines: jq -r 'to_entries[] | .key + ":" + .value' FILE | regapp import - --format htpasswd	запишите строками: jq -r 'to_entries[] | .key + ":" + .value' ФАЙЛ | regapp import - --format htpasswd
  write one page with the covers to FILE	записать в FILE одну страницу с обложками
  write over this output, whoever wrote what is in it	записать этот файл, кто бы ни написал то, что в нём
  write postgres://HOST/DATABASE or service=NAME	напишите postgres://HOST/DATABASE или service=NAME
  write regapp login EMAIL	напишите regapp login EMAIL
  write regapp sessions NAME --end ID, or regapp sessions NAME --end for all of them	напишите regapp sessions NAME --end ID, а для всех входов — regapp sessions NAME --end
  write regapp undo 3	напишите regapp undo 3
  write serve.hosts into the rules	напишите serve.hosts в правила
  write the files of other programs that publish.json lists	записать файлы других программ, перечисленные в publish.json
  write the host as xn--…, and other letters beyond ASCII as %…, as browsers copy it	напишите хост как xn--…, а другие буквы не из ASCII — как %…, так их копирует браузер
  write to a file (mode 0600), not to stdout	записать в файл (права 0600), а не в stdout
  write {1}	напишите {1}
  write {1} 10	напишите {1} 10
  write {1} GROUPS	напишите {1} GROUPS
  write {1} VALUE or {2}=VALUE	напишите {1} VALUE или {2}=VALUE
  write {1} YYYY-MM-DD	напишите {1} ГГГГ-ММ-ДД
  write {1} without a value	напишите просто {1}
  write {1}={2} if that is the value	если это и есть значение, напишите {1}={2}
  writes wait for	запись ждёт
  written by a newer regapp; this one reads version 1	записано более новым regapp; этот читает версию 1
  wrote {1 account} to {2}	записано в {2}: {1 аккаунт|аккаунта|аккаунтов}
  wrote {1 album} to {2}	{1 альбом записан|альбома записано|альбомов записано} в {2}
  y#an answer	д
  year	год
  year#of a date	год
  yes#an answer	да
  you are	вы
  you are not in the group {1}	вы не состоите в группе {1}
  your account	свой аккаунт
  your birth date	дату рождения
  your email	эл. почту
  your first name	имя
  your last name	фамилию
  your password now	ваш нынешний пароль
  your phone number	номер телефона
  your user name	имя пользователя
  your version is kept in {1}	ваша версия осталась в {1}
  yours	ваше
  zsh: {1} completions zsh > DIR/_{2}, where DIR is one of $fpath	zsh: {1} completions zsh > DIR/_{2}, где DIR — один из каталогов в $fpath
  {1 account stays|accounts stay} closed: regapp check says why	{1 аккаунт остаётся закрытым|аккаунта остаются закрытыми|аккаунтов остаются закрытыми}: почему, скажет regapp check
  {1 account was|accounts were} so already.	Уже было так: {1 аккаунт|аккаунта|аккаунтов}.
  {1 account}	{1 аккаунт|аккаунта|аккаунтов}
  {1 account} kept a stronger hash than the file has: {2}	остался более сильный хеш, чем в файле: {2} (аккаунтов: {1})
  {1 account} that cannot log in: disabled in the file	отключено в файле, входа нет: {1 аккаунт|аккаунта|аккаунтов}
  {1 account} with a hash {2} that cannot be checked at login here	{1 аккаунт|аккаунта|аккаунтов} с хешем {2}, по которому здесь не войти
  {1 account} with the file's password instead of the old one; --without password keeps theirs	{1 аккаунт|аккаунта|аккаунтов} с паролем из файла вместо прежнего; прежний оставит --without password
  {1 account} without a name	{1 аккаунт|аккаунта|аккаунтов} без имени
  {1 account} written by another program: the view login leaves them out	{1 аккаунт|аккаунта|аккаунтов} записала другая программа: в представлении login их нет
  {1 account}, no errors	{1 аккаунт|аккаунта|аккаунтов}, ошибок нет
  {1 account}: {2}; {3} lists them	{1 аккаунт|аккаунта|аккаунтов}: {2}; перечислит {3}
  {1 album}	{1 альбом|альбома|альбомов}
  {1 album} in the {2} store	{1 альбом|альбома|альбомов} в магазине {2}
  {1 change} of {2 account}, whoever made them:	Изменений: {1}, аккаунтов: {2}; чьи угодно:
  {1 character}	{1 символа|символов|символов}
  {1 comment} not copied: a database has none	не скопировано: {1 комментарий|комментария|комментариев}; в базе данных их нет
  {1 comment} of theirs left out of {2}	не перенесено комментариев другой стороны: {1} ({2})
  {1 conflict} in {2}	{1 конфликт|конфликта|конфликтов} в {2}
  {1 cover} could not be fetched	{1 обложку|обложки|обложек} получить не удалось
  {1 day}	{1 день|дня|дней}
  {1 digit}	{1 цифры|цифр|цифр}
  {1 error}	{1 ошибка|ошибки|ошибок}
  {1 error} in the edited file; nothing was installed	в изменённом файле {1 ошибка|ошибки|ошибок}; ничего не записано
  {1 error} in {2}	{1 ошибка|ошибки|ошибок} в {2}
  {1 file} cannot be published	не опубликовано: {1 файл|файла|файлов}
  {1 hour}	{1 час|часа|часов}
  {1 letter}	{1 буквы|букв|букв}
  {1 line} of the history or the record of logins not copied: not written by regapp	не скопировано: {1 строка|строки|строк} истории или журнала входов; записала их не regapp
  {1 login} in browsers	входов в браузерах: {1}
  {1 login} of {2} have the ID '{3}', and none was ended	у {2} один и тот же ID «{3}» имеют {1 вход|входа|входов}; ни один не закончен
  {1 lower-case letter}	{1 строчной буквы|строчных букв|строчных букв}
  {1 other key}	{1 другой ключ|других ключа|других ключей}
  {1 problem} in {2}; nothing was changed	{1 ошибка|ошибки|ошибок} в {2}, ничего не изменено
  {1 problem} in {2}; {3}	{1 ошибка|ошибки|ошибок} в {2}, {3}
  {1 round}	{1 раунд|раунда|раундов}
  {1 session} in {2} could not be read, and ended	{1 сеанс|сеанса|сеансов} не удалось прочитать, они закончены: {2}
  {1 song is|songs are} not in this store	в этом магазине не хватает {1 песни|песен|песен}
  {1 song}	{1 песня|песни|песен}
  {1 standby}	{1 сервера|серверов|серверов}
  {1 upper-case letter}	{1 заглавной буквы|заглавных букв|заглавных букв}
  {1 video}	{1 видео|видео|видео}
  {1 write} waiting for a standby now	сейчас ждут резервного сервера: {1}
  {1}	{1}
  {1} (Enter keeps it): 	{1} (Enter оставляет прежний): 
  {1} (Enter keeps): 	{1} (Enter оставляет): 
  {1} (Enter keeps, {2} clears): 	{1} (Enter оставляет, {2} стирает): 
  {1} (Enter leaves it empty): 	{1} (Enter не заполняет): 
  {1} (YYYY-MM-DD)	{1} (ГГГГ-ММ-ДД)
  {1} (and {2} more): {3}	{1} (и ещё {2}): {3}
  {1} (with commas between them)	{1} (через запятую)
  {1} ({2 entry|entries})	{1} ({2 запись|записи|записей})
  {1} ({2} of {3})	{1} ({2} из {3})
  {1} ({2})	{1} ({2})
  {1} --drop KEY takes a key out; regapp check --json has them whole	{1} --drop KEY убирает ключ; целиком ключи выводит regapp check --json
  {1} April {2}	{1} апреля {2} года
  {1} August {2}	{1} августа {2} года
  {1} COMMAND --help shows more about a command	подробнее о команде: {1} COMMAND --help
  {1} December {2}	{1} декабря {2} года
  {1} February {2}	{1} февраля {2} года
  {1} January {2}	{1} января {2} года
  {1} July {2}	{1} июля {2} года
  {1} June {2}	{1} июня {2} года
  {1} March {2}	{1} марта {2} года
  {1} May {2}	{1} мая {2} года
  {1} November {2}	{1} ноября {2} года
  {1} October {2}	{1} октября {2} года
  {1} September {2}	{1} сентября {2} года
  {1} added	добавлено {1}
  {1} after that dot	{1} после этой точки
  {1} and {2 other}	{1} и ещё {2}
  {1} and {2} are both the field {3}: take one of them out of the table	{1} и {2} — одно и то же поле {3}: уберите одно из таблицы
  {1} and {2} are one key but for the space around them: take one of them out of the table	{1} и {2} — один и тот же ключ, если не считать пробелов вокруг: уберите одно из таблицы
  {1} and {2} cannot be used together	{1} и {2} исключают друг друга
  {1} and {2} have one id, so it counts for neither; {3} new gives another one	у {1} и {2} один идентификатор, поэтому он не действует ни для кого; другой даёт {3} new
  {1} appears twice	{1} встречается дважды
  {1} asks for confirmation, which is not possible here	{1} сначала переспрашивает, а здесь спросить нельзя
  {1} before the @	{1} перед @
  {1} belongs to the role {2}, and has a name of regapp's: regapp does not call it, but who does runs code of that role	{1} принадлежит роли {2} и называется как функция regapp: regapp её не вызывает, но кто вызовет, выполнит код этой роли
  {1} beside it has accounts too	рядом есть и {1}
  {1} between it and the next dot	{1} между @ и следующей точкой
  {1} changed	изменено {1}
  {1} checks {2}: {3}	{1} проверяет {2}: {3}
  {1} does not read {2}	{1} не читает {2}
  {1} for the groups {2}	{1} для групп {2}
  {1} had another id until {2}: regapp edit --account {3} --id {4} gives it back	{1}: до {2} был другой идентификатор: regapp edit --account {3} --id {4} вернёт его
  {1} has 1 GiB or more	в {1} не меньше 1 ГиБ
  {1} has a hash ({2}) that costs too much to check; set a new password	{1}: хеш ({2}) слишком дорог для проверки; задайте новый пароль
  {1} has a new password.	Новый пароль задан: {1}.
  {1} has accounts already; nothing was copied	{1}: аккаунты там уже есть; ничего не скопировано
  {1} has an empty value	у {1} пустое значение
  {1} has an id here that does not count: regapp check says why	идентификатор, который здесь у {1}, не действует: почему, скажет regapp check
  {1} has another id here	у {1} здесь другой идентификатор
  {1} has changed since	{1}: изменено позже
  {1} has changed since the edit began: it was {2}, now it is {3}	{1}: за это время поле изменил кто-то другой; в начале правки было {2}, теперь {3}
  {1} has changed since, by change #{2}	{1}: изменено позже, изменением №{2}
  {1} has no access control list any more; its group can do what it could before	у {1} больше нет списка доступа (ACL); группа может то же, что и раньше
  {1} has no login with the ID '{2}'	у {1} нет входа с ID «{2}»
  {1} has not ended edit-file, begun {2}; what was typed there, passwords too, waits for their next edit-file (if they are gone, remove this file)	{1} не завершил edit-file, начатый {2}; вписанное там, и пароли тоже, ждёт следующего edit-file этого пользователя (если его больше нет, удалите этот файл)
  {1} has the rulebook {2}	в {1} действует свод правил {2}
  {1} has this lock, may not write the accounts, and can keep others from writing them; see who made it, then remove it	этот файл блокировки принадлежит пользователю {1}, которому нельзя изменять аккаунты, и он может не давать другим их изменять; посмотрите, кто создал файл, и удалите его
  {1} is a field: {2}	{1} — это поле: {2}
  {1} is already in this file, at line {2}	{1} уже есть в этом файле, в строке {2}
  {1} is already in use	уже используется: {1}
  {1} is an email, and has no user name, by which accounts are known here	{1} — адрес, а имени пользователя, по которым здесь известны аккаунты, нет
  {1} is another program's key; rename it to {2}	{1} — ключ другой программы; переименуйте его в {2}
  {1} is empty	{1}: пустое значение
  {1} is empty#a place to copy	{1} — пустой текст
  {1} is given twice	параметр {1} указан дважды
  {1} is in none of the groups that may enter {2}.	{1} не состоит ни в одной из групп, которым можно на {2}.
  {1} is in none of the groups that may enter.	{1} не состоит ни в одной из групп, которым сюда можно.
  {1} is left out of {2}: {3}	{1} — нет в {2}: {3}
  {1} is left out: {2}	пропущен {1}: {2}
  {1} is locked	файл {1} заблокирован
  {1} is locked by process {2}{3}	файл {1} заблокирован процессом {2}{3}
  {1} is not an email	{1} — не адрес почты
  {1} is not in a git repository	{1} — не в репозитории git
  {1} is not in a working tree of git	{1} — не в рабочем каталоге git
  {1} is not in {2}	{1} нет в {2}
  {1} is not the account that was shown, or was changed elsewhere: look again	{1} — уже не тот аккаунт, что был показан, или его изменили в другом месте, посмотрите ещё раз
  {1} is not valid UTF-8	{1} не в UTF-8
  {1} is off: {2}	Пока нельзя — {2}{-1}
  {1} is only for {2}	{1} бывает только для {2}
  {1} is our version, unchanged; take what you need from theirs by hand	{1} — наша версия без изменений; перенесите из другой нужное вручную
  {1} is there, and is not a regular file	{1} уже есть, и это не обычный файл
  {1} is there, and is not a socket	{1} уже есть, и это не сокет
  {1} is up to date: {2 account}	{1} без изменений: {2 аккаунт|аккаунта|аккаунтов}
  {1} is written, but may not survive a power cut	{1}: записано, но может не пережить отключения питания
  {1} leave them out	{1} их пропустят
  {1} leave them out where they have one of these values	{1} пропустят их там, где в них одно из этих значений
  {1} leaves it out	{1} его пропустит
  {1} leaves it out where it has one of these values	{1} пропустит его там, где в нём одно из этих значений
  {1} marked, {2}	помечено {1}, {2}
  {1} min	{1} мин
  {1} must be a map: below it, indented, a line for each of its keys	в {1} нужны ключи со значениями: ниже, с отступом, по строке на каждый
  {1} must be a number, 1 or more, not '{2}'	{1}: нужно число не меньше 1, а не «{2}»
  {1} must be {2} or {3}, not '{4}'	для {1} нужно {2} или {3}, а не «{4}»
  {1} names are free, among them {2}: whoever gets one is that person to every program	свободных имён: {1}, среди них {2}; кто получит одно из них, тот для всех программ этот человек
  {1} names will be free, among them {2}	освободится имён: {1}, среди них {2}
  {1} needs --drop	{1} указывается только с --drop
  {1} needs --generate	{1} нужен --generate
  {1} needs --group, --state or --all	{1} требует --group, --state или --all
  {1} needs a value	для {1} нужно значение
  {1} needs a value, and {2} is an option	для {1} нужно значение, а {2} — параметр
  {1} needs {2}	{1}: не хватает {2}
  {1} of {2 account}	{1} из {2 аккаунта|аккаунтов|аккаунтов}
  {1} of {2}	{1} из {2}
  {1} of {2} (process {3}) began before {4} was in the group {5}: start it anew	программа {1} пользователя {2} (процесс {3}) запущена до того, как {4} попал в группу {5}: запустите её заново
  {1} or {2}	{1} или {2}
  {1} owns none of it any more	{1} больше ничем здесь не владеет
  {1} removed	удалено {1}
  {1} returns to the previous question, {2} leaves.	{1} — вернуться к прошлому вопросу, {2} — выйти.
  {1} sets a password with this code, until {2}.	{1} задаёт пароль этим кодом, до {2}.
  {1} sets a password with this link, until {2}.	{1} задаёт пароль по этой ссылке, до {2}.
  {1} stays closed: regapp check says why	{1} остаётся закрытым: почему, скажет regapp check
  {1} takes no value	{1} пишется без значения
  {1} takes options alone, and no other word	{1} принимает только параметры и никаких других слов
  {1} takes {2 argument}, but was given {3}	{1} принимает {2 слово|слова|слов}, а дано {3}
  {1} to create, {2} to change, {3} to remove	создать {1}, изменить {2}, удалить {3}
  {1} was changed elsewhere and is no longer in this list: choose an account.	{1} изменён в другом месте, и его больше нет в этом списке: выберите аккаунт.
  {1} was changed while it was copied; nothing was copied	{1}: изменено во время копирования; ничего не скопировано
  {1} was renamed or removed elsewhere.	Аккаунт {1} переименован или удалён в другом месте.
  {1} was somebody else until {2}	до {2} имя {1} было у другого аккаунта
  {1} was too long: only its last {2} MiB are kept	файл {1} был слишком длинным: из него сохранены только последние {2} МиБ
  {1} would be written: {2 account}	{1} был бы записан: {2 аккаунт|аккаунта|аккаунтов}
  {1} would not take this name for a name alone; give the account another user name	{1} примет это имя не только за имя; задайте аккаунту другое имя пользователя
  {1} written: {2 account}	{1} записан: {2 аккаунт|аккаунта|аккаунтов}
  {1} {2}	{1} {2}
  {1} {2} leaves out ids	{1} {2} пропускает идентификаторы
  {1} {2}#a sentence	{1}: {2}
  {1} → {2} (not saved)	{1} → {2} (не сохранено)
  {1}#at least	от {1}
  {1}'s id was given to {2}, and {3} has it; {4} new gives another one	идентификатор ({1}) дан имени {2}, а он у {3}; другой даёт {4} new
  {1}'s id was given to {2}; for the same person {3}, for another one {4} new	идентификатор ({1}) дан имени {2}; если это тот же человек — {3}, если другой — {4} new
  {1}'s own change #{2}	{1}: изменение самого владельца, №{2}
  {1}'s own change of {2}	{1}: изменение самого владельца от {2}
  {1}, also from {2}	{1}, также с {2}
  {1}, and {2} more	{1}, и ещё {2}
  {1}, and {2} more#names	{1} и ещё {2}
  {1}, but the generated password was not printed: {2}	{1}, но придуманный пароль не выведен: {2}
  {1}, but the generated passwords were not printed: {2}	{1}, но придуманные пароли не выведены: {2}
  {1}, but the invitation was not printed: {2}	{1}, но приглашение не напечатано: {2}
  {1}, but then: {2}	{1}, но затем: {2}
  {1}, in the place of --columns, goes by names alone	{1} вместо --columns различает только по именам
  {1}, or root, lets the group use it: regapp share GROUP; umask 007 keeps that so	{1} или root открывает его группе: regapp share GROUP; чтобы так и было, umask 007
  {1}, with an id	{1}, с id
  {1}, {2 warning}	{1}, {2 предупреждение|предупреждения|предупреждений}
  {1}, {2} failed	{1}, неудач: {2}
  {1}, {2} failed since	{1}, с тех пор неудач: {2}
  {1}, {2} of them closed	{1}, из них закрыто: {2}
  {1}. May be left empty.	{1}. Можно не заполнять.
  {1}: '{2}' has more than its prefix: give the address or the network	{1}: в «{2}» адрес длиннее префикса: укажите адрес или сеть
  {1}: '{2}' is neither an IP address nor a network	{1}: «{2}» — не IP-адрес и не сеть
  {1}: accounts cannot be kept at {2}://	{1}: хранить аккаунты в {2}:// нельзя
  {1}: added	{1}: добавлен
  {1}: changed; still {2}	{1}: изменён; по-прежнему: {2}
  {1}: cleared	{1}: очищено
  {1}: cut the space around hashes in {2}	{1}: пробелы вокруг хешей обрезаны ({2})
  {1}: error: the command line cannot be read	{1}: error: не удалось прочитать командную строку
  {1}: everybody may enter	{1}: войти может каждый
  {1}: hint: mount /proc	{1}: hint: смонтируйте /proc
  {1}: no field is called '{2}'	{1}: нет поля «{2}»
  {1}: not invited any more	{1}: больше не приглашён
  {1}: removed	{1}: удалён
  {1}: somebody has changed this to "{2}" meanwhile; to put yours in its place, save again	{1}: кто-то тем временем изменил это на «{2}»; чтобы поставить своё, сохраните ещё раз
  {1}: somebody has cleared this meanwhile; to put yours there, save again	{1}: кто-то тем временем это убрал; чтобы поставить своё, сохраните ещё раз
  {1}: the code of the invitation is good again	{1}; код приглашения снова действует
  {1}: the old password comes back	{1}; вернётся прежний пароль
  {1}: this form is older than the last start of the service, and there is "{2}" now; to put yours in its place, save again	{1}: эта форма старше последнего запуска службы, теперь здесь «{2}»; чтобы поставить своё, сохраните ещё раз
  {1}: this is no longer yours to change	{1}: это теперь меняет администратор
  {1}: use the link of the invitation, or ask an administrator	{1}: откройте ссылку из приглашения или обратитесь к администратору
  {1}: {2}	{1}: {2}
  {1}: {2} already	{1}: уже так: {2}
  {1}: {2} is a field	{1}: {2} — поле
  {1}: {2} → {3}	{1}: {2} → {3}
  {1}: {2}, but closed until this is mended: {3}{4}	{1}: {2}, но закрыт, пока не исправлено: {3}{4}
  {1}: {2}; also closed until this is mended: {3}{4}	{1}: {2}; кроме того, закрыт, пока не исправлено: {3}{4}
  {1}: {2}; restore the list, or remove the key	{1}: {2}; верните список на место или уберите ключ
  {1}; a service that counts failed logins itself asks with verify --uncounted	{1}; служба, которая считает неудачи сама, пусть спрашивает с verify --uncounted
  {1}; before that: {2}	{1}; до этого: {2}
  {1}; checks {2}{3}; {4}; {5}	{1}; проверяет {2}{3}; {4}; {5}
  {1}; else give --yes	{1}; иначе укажите --yes
  {1}; give --yes	{1}; укажите --yes
  {1}; only the file can be edited	{1}; его можно изменить только в файле
  {1}; then at once {2} disable NAME for whoever is to stay out	{1}; затем сразу {2} disable NAME для тех, кого не пускать
  {1}; {2}	{1}; {2}
  {1}{-2}#a system error	ошибка {2}{-1}
  … {1 more line}	… ещё {1 строка|строки|строк}
  … {1 more line}: make the window larger.	… ещё {1 строка|строки|строк}: увеличьте окно.
  """#
