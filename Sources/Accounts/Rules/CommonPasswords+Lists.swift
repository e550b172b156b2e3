// The texts are searched as they are in the program: nothing is read or built from them.

extension CommonPasswords {
  /// Common passwords, in lower case and sorted by bytes for the search: words, names, teams,
  /// services, years and dates; words of other languages in Latin letters, and Russian ones typed
  /// on an English keyboard. Passwords that another entry covers with digits or signs around it, or
  /// repeated, are left out.
  static let entries: StaticString = """
    !@#qwe !q@w#e$r !qaz !qaz@wsx .kbz .kz123 000111 000999 001001 007 010101 010203 01020304 \
    0102030405 020202 030303 0okm 0okm9ijn 1!2@3#4$ 1001 100200 100500 101010 1020 10203 \
    102030 10203040 1029384756 110110 111222 111222333 111aaa 111qqq 112112 1122 112233 \
    11223344 112358 11235813 1123581321 121212 1230 123000 123098 123234 123321 123345 1234321 \
    12344321 123454321 1234554321 123456789a 12345679 1234567a 123456a 12345a 12345abc 123465 \
    1234a 123567 1236 123654 123654789 12369 123698745 123789 1238 123a 123abc 123asd 123qwe \
    123zxc 1245 124578 12qw 12wq 1313 1324 132435 1337 1357 13579 135790 135792468 14159265 \
    142536 1470 147258 147258369 1475369 147852 147852369 14789632 1488 1590 159357 159753 \
    1597532486 1598753 159951 1616 1618 161803 1701 1717 1723 1818 1919 1940 1941 1942 1943 \
    1944 1945 1946 1947 1948 1949 1950 1951 1952 1953 1954 1955 1956 1957 1958 1959 1960 1961 \
    1962 1963 1964 1965 1966 1967 1968 1969 1970 1971 1972 1973 1974 1975 1976 1977 1978 1979 \
    1980 1981 1982 1983 1984 1985 1986 1987 1988 1989 1990 1991 1992 1993 1994 1995 1996 1997 \
    1998 1999 1q1q1q 1qaz!qaz 1qaz@wsx 1qw23e 1w2q 1z2x3c 1z2x3c4v 2000 2001 2002 200200 2003 \
    2004 2005 2006 2007 2008 2009 2010 2011 2012 2013 2014 2015 2016 2017 2018 2019 2020 2021 \
    2022 2023 2024 2025 2026 2027 2028 2029 2030 2031 2032 2033 2034 2035 2112 212121 2128506 \
    2137 222333 224466 22446688 228228 22882288 232323 2468 24680 246810 252525 2580 258258 \
    258456 258963 262626 271828 2718281828 2727 282828 292929 2pac 303030 31337 3141 31415 \
    314159 3141592 31415926 321654 321654987 333666 343434 3535 357159 363636 3690 369258147 \
    373737 383838 393939 404040 420420 42069 4242 434343 443322 445566 454545 456123 456852 \
    464646 474747 4815162342 484848 494949 505050 50cent 5150 515151 52013 5201314 5201314a \
    520520 523252 5318008 535353 545454 555666 565656 575757 585858 595959 606060 616161 \
    626262 636363 646464 656565 666777 666999 676767 686868 69420 6969 707070 717171 727272 \
    737373 741852 741852963 747474 753159 753951 757575 767676 777888 778899 786786 787878 \
    789456 789456123 789987 797979 800800 80085 808080 818181 828282 838383 848484 8520 852456 \
    852963 858585 8675309 868686 878787 888999 898989 9001 9090 919191 929292 9293709 939393 \
    949494 951753 959595 963258 963852 963852741 969696 979797 987456321 989898 990099 998877 \
    99887766 999 999000 9ijn ;bpym [jrrtq a123 a5201314 aa11bb22 aa123456 aaa111 aaa123 \
    aabb1122 aabbcc aaron abby abc12 abigail access accord acdc acmilan adam adgangskode \
    adgjmp adgjmptw adidas adm1n admin administrador administrator adobe adrian adrienne \
    adventure aen,jk africa agnieszka aidan aini1314 airborne airforce airplane ajax \
    akucintakamu alabama alan alaska albert alberto alejandra alejandro aleksandr aleksei \
    aleksey alena alessandra alessandro alex alexander alexandr alexandre alexandria alexey \
    alexis alfred alfredo alice alicia alina alison allah allison almaty aloha alone always \
    alwaysandforever alyssa amanda amazing amazon amber amelia america american americano \
    amigas amigo amigos amit amizade amor amore amoremio amoreterno amormio amour amsterdam \
    anastasia anastasiya andre andreas andrei andres andrew andrey android andrusha andy angel \
    angelica angelina angelito angelo angels angie angry anhyeuem anita anjali annabelle anne \
    annie anonymous ansible anthony anton antonio anybody apache apelsin apple apples april \
    aragorn arbuz argentina ariana ariel armani armia armiya army arnold arschloch arsenal \
    artem arthur artur as123456 asd123 asdfjkl asdfpassword asdfqwer asdqwe asdzxc asher \
    ashlee ashleigh ashley ashton ass assassin assassins asshole asterix athena athens atlanta \
    audi audia4 audrey august augustus austin australia austria authelia autocad autumn \
    avengers awesome babe babushka baby babyboy babydoll babyface babygirl babygurl babylove \
    backup bacon badass badboy badgirl baer bailey banan banana bananas bandit barbara barbie \
    barca barcelona barry bart bartek bartsimpson baseball basket basketball bass batman \
    baxter bayern bdfy beach beaches bear bears beatles beatrice beatriz beautiful beauty \
    beautyful bebe bebita beckham beer beijing belarus belgium believe bella bellaedward \
    bendicion benfica bengals benjamin bentley berlin bernard bernie besiktas best bestfriend \
    bestfriends betty beverly beyonce bhbirf bhbyf bible bicycle bieber bigboy bigcock bigdick \
    biggie bike biker bilbo bill billy billybob biology birthday biscuit bismillah bisous \
    bitch bitches bkmz black blackberry blackbird blackcat blackjack blake blank bleach \
    blessed blessing bliad blink blue blueberry bluebird blueeyes bluesky blume blyat bmw123 \
    bmwm3 bobby bogdan bonita bonito bonjour bonnie boobies boobs book books boomer boris \
    borussia boston boxing boyfriend boys brad bradley brandi brandon brandy brasil bratan \
    bratva braves brazil brenda brendan brian brianna britain britney brittany brittney \
    broncos brooke brooklyn brother brothers brown brownie bruce brucelee bruno bryan bryant \
    bubba bubbles buddha buddy budlight budweiser buffalo bugatti bugsbunny bujhm bulgaria \
    bulldog bulldogs bulls bullshit bunny burger burrito buster butt butter butterbean \
    butterflies butterfly butthead byron caballo cabron caitlin cake caleb california calvin \
    camaro cambiami cameron camila camille canada candace candy candyman caonima captain \
    carajo carina carl carla carlos carmen carol carolina caroline carolyn carrie cars carter \
    cartman casey cash casper cassandra cassie catalina catfish catherine cats cdtnbr cdtnf \
    cdtnkfyf cecilia celtic celtics cfif cgfhnfr chad champ champion champions chandler chanel \
    chang3me change changeit changeme changethis chargers charlene charles charley charlie \
    charlotte chat cheburashka cheese cheesecake chef chelsea chempion cherry cheryl chester \
    cheval chevrolet chevy cheyenne chiara chicago chicken chickens chien children chile china \
    chips chivas chloe choco chocolat chocolate chouchou chris chrissy christ christian \
    christina christine christmas christopher christy chrome chuck church ciao cinderella \
    cindy cinnamon cinta cintaku cisco civic cjcbcrf cjkyse cjkysirj cjkywt ckfdf claire clara \
    clark class claudia clave clayton cnfc cobra cocacola cock cocks coco cocoa coconut cody \
    coffee coke coldplay colin colleen college colombia colonel company computer computers \
    connard conner connor contrasena contraseña cookie cookies cool coolcat cooldude coolgirl \
    coolguy coolio coolman corazon corey corinthians corona corvette cory coucou counter \
    counterstrike courtney cowboy cowboys craig crazy crazygirl cricket cristian cristiano \
    cristina croatia cruzazul cruzeiro crystal cs16 csgo cska cthtuf cthutq ctvmz cuba cubs \
    cuddles cupcake curtis cute cutie cutiepie cvetok cxfcnkbdfz cxfcnmt cxz321 cynthia czech \
    daddy daddygirl daddysgirl daisy dakota dallas damian damien dana dance dancer dancing \
    daniel daniela danielle danny daria darius dark darkangel darkness darkside darren darryl \
    darthvader darya dasha database daughter dave david davide dawn dbrf dbrnjh dbrnjhbz \
    deadpool dean deanna death deathnote debbie debian debil deborah debra december deepak \
    default delhi delilah demo demon demons denis denise denmark dennis denver derek derrick \
    desant desert desiree desktop destiny destroy destroyer deus deusefiel deutschland devil \
    devils devin devon devops dfcz dfyz diablo diamond diamonds diana diane dick dickhead \
    diego digimon dillon dima dimka dimon dinamo dinosaur dios diosesamor diosteama disco \
    discord disney djdf dkfl dkflbvbh dlink dmitrii dmitriy dmitry docker doctor dodge \
    dodgeram dodgers doggie doggies doggy dogs dollar dollars dolores dolphin dolphins domain \
    dominic dominick dominique donald donaldduck donkey donna dontforget dontknow doom \
    doraemon doris dorothy dortmund dota doudou doug douglas dovecot dozhd dragon dragonball \
    dragonfly dragons drakon dream dreamer dreams driver dropbox drug drugs drummer drums \
    drupal druzya dsa321 dtcyf dubai ducati duck ducks ducky dude dudes duke dumbledore dummy \
    dupa durak dustin dusty dwayne dylan eagle eagles earl earth ebay eddie edgar eduardo \
    edward edwin eeyore egor egorka egypt eileen ekaterina elaine elastic eleanor elena \
    elephant elias elijah elisa elizabeth ella ellen elsa elvis emerald emerson emily eminem \
    emma emmanuel empty emyeuanh engel engelchen england english enrique enter entrar eric \
    erica erick erik erika erin ernest ernesto ernie espana esteban esther estrella estrellita \
    eternity ethan eugene evan evelyn everton evgenia evgeniy evgeniya evgeny ewq321 example \
    excel exodus explorer facebook fairy faith falcon falcons fallout familia family familyguy \
    fanta fantastic fantasy father february federica federico felicia felicidad felicidade \
    felipe felix feliz fenerbahce fernanda fernando ferrari feyenoord fhntv ficken finland \
    fiona fiorentina fire fireball firefly firefox fireman fish fishes fishing fkbyf fktrcfylh \
    fktrctq fktyf flame flamengo flames florence florida flower flowers fluffy football ford \
    fordf150 forest forever foreverlove foreveryoung forget forgot forgotten formula1 fortnite \
    forzanapoli france frances francesca francesco francis francisco frank frankfurt frankie \
    franklin freak freaky fred freddie freddy frederick freedom friday friend friends \
    friends4ever friendship frodo frog frogger froggie froggy frozen fuck fucker fuckers \
    fuckit fuckme fuckoff fuckthis fucku fuckyou fussball futbol futurama fyfcnfcbz fylhtq \
    fynjy fyutk gabriel gabriela gabriella gabrielle galatasaray galaxy galina game gameboy \
    gameofthrones gameover gamer games gaming ganda gandalf ganesh ganesha gangsta gangster \
    ganja garden garfield gary gatita gatito gato gators gavin gavno geek geheim gene general \
    genesis genius george georgia georgiy gerald gerard gerardo germany geslo gfdtk gfgf \
    gfhjkm gfif ghbdtn ghbdtnbr ghbywtccf ghost giants gilbert gina ginger giovanni giraffe \
    girl girlfriend girls girly gitgit github gitlab giulia giuseppe gizmo gj,tlf gjkbyf \
    gladys glenn gloria gmail god godbless godisgood godislove goku gold golden goldfish golf \
    golfer golfing good goodboy goodgirl goodluck goodtimes goofy google gordon gorgeous gosha \
    gostosa govno grace gracie grafana graham grandma grandpa grape grapes gray great \
    greatness greece green greenday greg gregory gremio grey gucci guest guillermo guinness \
    guitar gustavo guys hailey halflife hallelujah hallo halo hamburg hamster handsome hannah \
    happiness happy happybirthday happyday happyfeet happygirl harley harleydavidson harold \
    harry harrypotter harvey haslo hate hateme hatred hawaii hawk hawks hayden hayley heather \
    heaven heccrbq heckfy hector heidi heineken helen hell hellfire hello hellokitty \
    hellothere helloworld helloyou hellyeah hemligt henry herbert hermione hermosa hermoso \
    heslo highschool history hjccbz hjvf hjvfy hobbit hockey hogwarts hola holiday holidays \
    holland holly hollywood homer honda honest honey honeybee honeybunny hope horny horse \
    horses hospital hot123 hotdog hotgirl hotmail hotrod hotshot hotstuff hottie houston \
    howard hren htpasswd huawei hubby hugo hugs hugsandkisses hulk hund hungary hunter hunting \
    husband hyundai ialublutebya iceberg icecream icecube iceland iceman ichliebedich icloud \
    idfhw idiot idontknow iforget iforgot igor igorek ihateu ihateyou ilove ilovegod iloveher \
    ilovehim ilovejesus iloveme ilovemom ilovemusic ilovemyfamily ilovemyself iloveu iloveyou \
    iluvu iluvyou ilya india indian indonesia infinity ingrid insane instagram intel inter \
    internet intranet ipad iphone ipod ireland irene irina iris irishka ironmaiden ironman \
    isaac isabel isabella isabelle isaiah islam island israel istanbul itachi italia italy \
    ivan ivanov ivanova jack jackdaniels jackie jackson jacob jacqueline jade jaguar jaimatadi \
    jaime jake jamaica james jamesbond jamie jane janet janice january japan jared jasmine \
    jason jasper javier jayden jctym jean jeanette jedi jedimaster jeff jefferson jeffrey \
    jehova jelszo jenkins jenna jennifer jenny jeremiah jeremy jerome jerry jesse jessica \
    jessie jesucristo jesus jesuschrist jesuscristo jesusislord jesuslovesme jesussaves \
    jetaime jets jewel jill jillian jimmy jkluio jkmuf jktu jmpt joan joanna joanne jocelyn \
    joel joey johan john johnathan johnny johnson joker jonas jonathan joomla jordan jorge \
    jose joseph josephine josh joshua josiah journey joyce jrcfyf juan juanita judith judy \
    julia julian juliana julie julien juliet julio july julya june jungle junior juniper \
    justice justin justinbieber juventus k.,bvfz k.,bvsq k.,jdm k.,jdmvjz k.,k. k.,k.nt,z \
    k.lvbkf kafka kaitlyn kaktus kamil kamukamu karate karen karina karl karla karolina \
    kartoshka kasia kate katelyn katerina katherine kathleen kathryn kathy katie katrina \
    katusha katya katyperry katze kawaii kawasaki kayla kaylee kazakhstan kazan kbpf keith \
    kelly kelsey kendra kenneth kennwort kenny kenya kevin keyboard khaleesi kids kiev kill \
    killbill killer killme kimberly king kingdom kings kirill kirsten kiska kiss kisses kissme \
    kissmyass kisulya kitkat kitten kittens kitty kittycat klubnika knicks knight knights kobe \
    kocham kochamcie kochanie kodeord koeln kolbasa kolya konfeta korea koshka kostya kotenok \
    kotik kozel krasavica krasotka krishna krista kristen kristin kristina krutoi krutoy \
    ksenia ksusha ksyusha ktif ktirf ktnj ktyf kubernetes kurt kurwa kyle l3tmein ladies lady \
    ladybug ladygaga lake lakers lamborghini lance lapin laptop larry lassie lasvegas latoya \
    laura lauren laurie lawrence lawyer lazio lazy lbvf leagueoflegends leah lebron \
    ledzeppelin legend legends legia legolas lemon lemonade lemons lena1 leningrad lenochka \
    leon leonard leonardo lera leslie letme1n letmein letmeinnow leto letter letters levi \
    lewis lfhmz lfif lheu lheu;,f lhfrjy liam liberty library liebe liebling light lightning \
    lillian lillies lily linda lindona lindsay lindsey linkedin linkinpark linksys linux lion \
    lionking lions lisa lisboa liverpool liwei liza lloyd localadmin localhost logan login \
    loginpassword logon loki lokomotiv lol lol123 lolek loliloli lolita london lonely \
    longhorns looney lordjesus lordoftherings lorena lorenzo lori lorraine losangeles losenord \
    loser losers loshad louis louise louisvuitton loulou lourdes love lovebug lovegod lovehate \
    lovehurts lovelife lovely loveme lover lovers lovestory loveyou lozinka ltybc ltymub \
    lubimaya lubimiy lublu lubov lucas lucia lucifer lucky luckydog luckyme lucy luda ludmila \
    luigi luis luisa lukasz luke lulu luna luvme luvyou lvbnhbq lydia lynn lyubimaya lyublu \
    lyubov lösenord mackenzie maddie madeline madison madonna madrid magenta maggie magic \
    magical mahal mahalkita mahalko major maksim malaysia malish malishka malysh mama mamamia \
    mamapapa mamochka mamulya manager manchester mango manhattan manila manunited manutd marc \
    marcel marcela marcelo march marcia marcin marco marcos marcus margaret maria mariah \
    mariana maribel marie marijuana marilyn marina marine marines marinka mario marion \
    mariposa marisa marisol marissa marjorie mark marlene marlon marseille marsha martha \
    martin martina marusya marvel mary maryjane masha mashka mason master masterkey mateo \
    mateusz math matkhau matrica matrix matt matteo matthew maureen maurice mauricio maus \
    mausi max123 maxim maxime maxwell maya mazda mcdonalds mechta medved megan meghan melanie \
    melbourne melinda melissa melon melvin mercedes merde merdeka meredith merlin mermaid \
    messi metallica mets meuamor mexico miamor michael michaela michaeljackson michaeljordan \
    michal micheal michel michele michelle mickey mickeymouse micorazon microsoft midnight \
    mierda miguel mihail mikayla mike mikey mikhail milan milano mildred miles military milk \
    milkshake milo minecraft minhavida minions minnie minsk miracle miranda miriam misfits \
    misha mishka misiaczek misiek misty mitchell mitsubishi mivida mohamed mohammed moiparol \
    moises molly momanddad momdad mommy monday money moneyman mongo mongodb monica monika \
    monique monitor monkey monkeyman monkeys monster monsters montreal moon moonbeam moonlight \
    moose mordor more morgan morkovka morpheus moscow moses moskva motdepasse mother \
    motherfucker motorcycle motorola mountain mountains moyparol mozilla mssql mudar muenchen \
    muffin muhammad mumbai murphy murray music musica musical musiclover mustang mustangs \
    mychemicalromance mypass mypassword mysecret myspace mysql mystery mystic nachos nadezda \
    nadezhda nadia nadya nagios nahui naked nala nana nancy naomi napoli narnia naruto nascar \
    nastena nastya natalia natalie nataly natalya natasha natashka nathalie nathan nathaniel \
    navidad navy nbveh nebo nederland neha neil nelson nemo nena nene nerd netflix netgear \
    network never nevermind nevermore newpass newpassword newyork newzealand neymar nfnmzyf \
    nfyz nginx nicholas nick nicky nicolas nicole nigel nigeria night nightmare nihao nike \
    nikita nikitos nikki nikolai nikolay nina ninja ninjas nintendo nirvana nissan noah nobody \
    noel nokia none noodle noodles nopass nopassword nora norma norway nothing november nude \
    null nurse nursing nutella nyasha nyashka ocean oceans october office oksana oldpassword \
    oleg olesya olga oliver olivia olya olympique omar omsairam onedirection onedrive onepiece \
    onion opensesame openup opera operator oracle orange oranje orchid oreo orlando oscar osen \
    outlook overwatch owen p4ssw0rd p4ssword p@55w0rd p@55word p@ss p@ssw0rd p@ssword pa$$w0rd \
    pa$$word pa55 pa55w0rd pa55wd pa55word pablo pacan packers pakistan palmeiras pamela \
    pancake pancakes panda pandas panther panthers paola papa papillon paradise paris parol \
    parola party pasha pass pass2word passcode passkey passme passphrase passport passw \
    passw0rd passwd passwird passwor password passwords passwort passwrd pasword patches \
    patricia patrick patriots patsan patty paul paula paulina pauline pavel paypal pbvf peace \
    peach peaches peanut peanutbutter peanuts pearl pebbles pedro peggy pendejo penelope \
    penguin penguins penis penny pepper peppers pepsi perrito perro peru pete peter peterpan \
    petya pferd pfqrf phil philip philippines phillip phoenix photoshop phyllis piano pickle \
    pickles pierre piglet pikachu pilot pimp pimpin pineapple pink pinkfloyd pinky pinoy \
    pinoyako piotrek pirate pirates pitbull piter pivo pizdec pizza planet platinum playboy \
    player playgirl playstation pluto pocahontas podruga poetry pogi pohui poka pokemon \
    pokemongo poland police polina polska ponies pony pooh pooja popcorn popeye porn porno \
    pornstar porsche porto portugal postgres postgresql potato pothead prada praha precious \
    preston pretty prettygirl prince princesa princesita princess priscilla private privet \
    priya psalm23 pssword psycho ptybn pubg public puertorico puma pumpkin puppet puppies \
    puppy puppylove purple pussy pussycat puta putain putamadre python q!w@e#r$ q123 qawsed \
    qawsedrf qaz!@# qazxsw qazxswedc qq123456 qqq111 qqqwww qqqwwweee quake queen queenbee \
    quentin quinn qwas qwaszx qwe!@# qwe123 qwe1qwe qweasd qweasdzxc qwewqe qwqwqw r00t rabbit \
    racer rachel rachelle racing radiohead raduga rafael rahasia rahul raiders rain rainbow \
    rainy rajesh ralph ramon ramones randall randy rangers raquel rascal raspberry raspberrypi \
    raul ravens ravi raymond rbhbkk rc.if rctybz reading realmadrid rebecca red123 reddit \
    redhead redis redneck redrose redskins redsox reebok regapp reggie regina reginald reina \
    remember renee rex123 rfhbyf rfn.if rfnz rhbcnbyf rhfcjnrf rhino ricardo rich richard \
    ricky rihanna riley rita river rjcnz rjhjktdf rjirf rjkz rjnbr rjntyjr robbie robert \
    roberta roberto robin robinson roblox rock rocker rocket rocketman rocknroll rockstar \
    rocku rocky rockyou rodney rodrigo roger roland rollingstones roma roman romania romashka \
    rome romeo ronald ronaldo ronnie root rosa rose rosebud rosemary roses rosie ross rossia \
    rossiya router rover roxana roxanne roxy ruben ruby rugby runner running ruslan russell \
    russia rusty ruth ryan s3cr3t s3cret sabine sabrina sachin sadie sadness safari sailormoon \
    saints sairam sakura salasana sally salut salvador sam123 samantha samara sammy sample \
    samson samsung samuel samurai sandiego sandra sandy sanfrancisco sanjay santiago santos \
    saopaulo sapphire sara sarah sasha sashka sassy sasuke satan saturday saudade savannah \
    saxophone sayang sayangku scarlet schalke schastie schastye schatz schatzi scheisse school \
    schule science scooby scoobydoo scooter scotland scott scout sdsd sean seaside season \
    seattle sebastian secret secreta secreto secure security sega selena semperfi semya senha \
    seoul september serbia serega serena serenity serg sergeant sergei sergey sergio server \
    service seryoga sesame seth sex sex69 sexpistols sexy sexybaby sexybitch sexyboy sexygirl \
    sexylady sexymama sexyme shadow shakira shane shannon shark sharon shaun shawn sheila \
    shelby shelly sherri sherry sheryl shirley shit shithead shiva shokolad shrek sibir sidney \
    sierra sifre signin signup silver silvia simba simon simone simpson singapore singer \
    sister skate skateboard skater skyline skype skyrim skywalker slack slaptazodis slava \
    slavik slayer slipknot smile smiley smirnoff smith smoke smokeweed smokey snake snapchat \
    sneg snickers sniper snoopdog snoopy snow snowball snowboard snowflake snowman snowy \
    snuggles sobachka sobaka soccer sofia softball soldier soleil solnce solnishko solnyshko \
    somebody someone sommer song sonia sonic sonne sonnenschein sony sooners sophia sophie \
    southpark spaceship spain sparky spartak speed speedy spencer spetsnaz spider spiderman \
    spiderwoman spike spot spotify spring sprite sqlserver sssr stacey stacy stalker stanley \
    star starbucks starcraft stardust stargate starlight startrek starwars stas steam steelers \
    stefan stefania stefano stella stephanie stephen steve steven stewart stinky stoner storm \
    stormy strawberry stuart student stupid stuttgart subaru success sucker suckit suckmydick \
    sugar suka summer sunday sunflower sunny sunrise sunset sunshine superadmin supergirl \
    superhero superman supernova superpower superstar superuser support surf surfer surfing \
    susan susana suzanne suzuki sveta svetik svetlana sweden sweet sweetheart sweetie sweetpea \
    sweety swim swimmer swimming switzerland sydney sylvia sysadmin system taco tacos tamara \
    tammy tanki tanya tanyusha tara tatiana tatyana taylor taylorswift tdutybq teacher teamo \
    teamomucho teddy teddybear telegram temp temporary temppass temppassword tennis tequiero \
    tequieromucho tequila teresa terrance terraria terri terry tesla test tester testing \
    testpass testuser tetris texas thailand theodore thepassword theresa thomas thor thug \
    thuglife thunder thursday tiamo tiffany tiger tigers tigger tiggers tigres tiktok timothy \
    timur tina tinker tinkerbell tintin titanic tktyf toast toby todd together tokyo tomato \
    tomcat tommy toni tony toor tootsie topsecret toronto tottenham toyota tplink tracey tracy \
    train travel traveler travis tree trevor trfnthbyf trinity tristan tropical trouble truck \
    trucker trucks trumpet trust trustno1 trustnoone truth tuesday tujh tulip tupac turbo \
    turkey turtle tweety twilight twitch twitter tyler tyrone tyson ubuntu udacha ufkbyf \
    ukraina ukraine undefined unicorn unicorns united universe university unix unknown usarmy \
    user username vacation vadim vagina vagrant valentin valentina valentine valera valeria \
    valerie vampire vampires vanessa vanilla vasco vasilisa vasya vb[fbk vbif vegas vegeta \
    vera veronica versace vesna vfhbyf vfhbz vfif vfkbirf vfksi vfrcbv vfvf vfvfgfgf vfvjxrf \
    vicki vickie vicky victor victoria victory vienna vietnam vika vikings viktor viktoria \
    viktoriya vince vincent viola violet violeta violin viper virginia vishnya vitalik vitaliy \
    vivian vjcrdf vjqgfhjkm vlad vladik vladimir vladislav vodka void voldemort volk \
    volkswagen volleyball volvo vova vovan vwgolf w123456 w3lcome wachtwoord waffle wales \
    walter wanda wangyang warcraft warren warrior warriors wasd wassup water watermelon wayne \
    wcrf weather wednesday weed welcome welcomehome welkom wendy werder wesley whatever \
    whatisit whatsapp whatsup whiskers whiskey white whitey whitney whoami whocares whynot \
    wife wifey wifi wikipedia wildcat wildcats will william willie willow wilson win2000 wind \
    windows windy wine winner winnie winniethepooh winning winston winter winteriscoming \
    wireless wisdom wisla witch wizard wo5201314 woaini wolf wolfman wolfpack wolverine wolves \
    woman women wonderwoman wordpress work worldoftanks worldofwarcraft wrestling writer \
    x12345 xavier xbox xiaomi xxyyzz xyz123 yahoo yamaha yana yankees yaroslav yatebyalublu \
    yatebyalyublyu ybrbnf ybrjkfq yellow yesenia yeuem yfcntyf yfcnz yfhenj yflz yfnfif \
    yfnfkmz yoda yolanda yourpassword youtube yulia yuliya yura yuriy yvette yvonne z123456 \
    z1x2c3 z1x2c3v4 zabbix zachary zack zaichik zaika zaq12wsx zaqwsx zaqxsw zasx zayka zebra \
    zelda zenit zeus zhang zhenya zhizn zhopa ziggy zima zombie zombies zoom zurich zvezda \
    zvezdochka zx123456 zxc123 zxcasd zxcasdqwe zxcdsa zxcxz zz123456 август админ \
    администратор акула алекс александр алексей алена алина алиса алматы алёна анастасия \
    анатолий ангел ангелина ангелочек андрей андрюша анечка анна антон апельсин апрель арбуз \
    аркадий армия артем артур артём ауди бабочка бабушка банан беларусь блин бля блядь блять \
    богатство богдан борис брат буратино бэтмен вадим ваз2107 ваз2109 валентин валентина \
    валера валерия валя ваня варвара варя василий вася велосипед вера вероника весна вика \
    виктор виктория винни виталий вишенка вишня вконтакте влад владик владимир владислав \
    вместе вова водка войти волгоград волк воронеж воскресенье вход вячеслав галина галя \
    геннадий георгий глеб говно гора господи григорий гриша гугл даниил данил данила дарья \
    даша девочка дедушка декабрь дельфин денис деньги дерево десант диана дима динамо дмитрий \
    добрый дождь доченька дочка дракон друг дружба друзья дура дурак ебать евгений евгения \
    егор екатерина екатеринбург елена елизавета жанна жена женя жигули жизнь жизньпрекрасна \
    жопа забыл забыла завтра заебись зайка зайчик захар звезда звездочка здравствуй зенит зима \
    зина зинаида золото иван иванов иванова игорь идиот илья инна институт интернет ирина \
    иришка июль июнь й12345 йцу123 казань казахстан карина карлсон картошка катерина катюша \
    катя киев кирилл киска класс клубника клубничка козел колбаса коля компьютер константин \
    конфета конфетка королева король костя кот котенок котик котёнок кофе кошка красавица \
    краснодар красотка кристина крутая круто крутой крым ксения ксюша куколка лада ладакалина \
    ладно лариса ласточка лев1 лена ленинград леонид лера лето леша лидия лиза лилия лимон \
    локомотив лошадка лошадь луна любаша любимая любимый люблю люблюмаму люблюсашу люблютебя \
    любовь любовьмоя люда людмила лёша максим максимка малина малыш малышка мальчик мама \
    мамапапа мамочка мандарин маргарита марина мария марк март матвей матрешка маша машенька \
    машина медведь мерседес мечта милая миллион миллионер милый минск михаил миша мишка \
    мойпароль море мороженое москва мотоцикл мэйлру навсегда надежда надя наруто настенька \
    настя наталья наташа нахуй небо нежность незабуду незнайка незнаю ненавижу никита николай \
    никто нина ничего новосибирск ноябрь обезьяна одесса одноклассники оксана октябрь олег \
    олеся ольга оля123 омск осень отлично офис павел папа папочка пароль паша пермь персик \
    петербург петр петя печенье печенька пиво пизда пиздец питер пицца победа погода подруга \
    покемон полина пользователь понедельник попугай похуй поцелуй пошелнахуй привет приветик \
    придурок принцесса приора проверка прохор птичка пятница пётр работа радость радуга раиса \
    ребенок река рита родина роза рома роман ромашка россия ростислав ростов рубль руслан \
    русский рустам русь рыбка самара самолет саратов саша света светик светлана сволочь \
    святослав севастополь сегодня секрет семен семья семён сентябрь сервер сергей сердце \
    сережа серёжа сестра сибирь сирень система слава слон смерть смешарики снег снежана собака \
    собачка солдат солнце солнышко соня софия софья сохрани сочи спартак спаси спецназ ссср \
    станислав стас степан суббота сука супер счастливая счастье сынок тайна танюша таня \
    татьяна телеграм тест тигр тимофей тимур томск тоня убийца удача украина улыбка ульяна \
    урал успех февраль федор филипп футбол фёдор хоккей хомяк хорошо хочу хочутебя хуй хуйня \
    цветок цска чебурашка человекпаук челябинск чемпион школа шоколад шоколадка шрек щенок \
    эдуард эльвира юзер юлечка юлия юрий ютуб яблоко яблочко ялюблю ялюблютебя январь яндекс \
    ярик ярослав ятебялюблю яттебялюблю
    """

  /// Walks on keyboards and through alphabets; any part of one counts.
  static let walks: StaticString = """
    abcdefghijklmnopqrstuvwxyz 01234567890123456789 qwertyuiopasdfghjklzxcvbnm \
    zxcvbnmasdfghjklqwertyuiop qwertzuiopasdfghjklyxcvbnm azertyuiopqsdfghjklmwxcvbn \
    1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/ zaq1xsw2cde3vfr4bgt5nhy6mju7 \
    qazwsxedcrfvtgbyhnujmikolp 1q2w3e4r5t6y7u8i9o0p q1w2e3r4t5y6u7i8o9p0 1a2b3c4d5e6f7g8h9i0j \
    a1b2c3d4e5f6g7h8i9j0 !@#$%^&*() 147258369 123654789 абвгдеёжзийклмнопрстуфхцчшщъыьэюя \
    абвгдежзийклмнопрстуфхцчшщъыьэюя йцукенгшщзхъфывапролджэячсмитьбю \
    фывапролджэячсмитьбюйцукенгшщзхъ йфяцычувскамепинртгоь 1й2ц3у4к5е6н7г8ш9щ0з \
    й1ц2у3к4е5н6г7ш8щ9з0
    """
}
