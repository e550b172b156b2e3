/// Keys that people and programs keep beside an account's fields: of directories, applications,
/// clubs and schools. None of them means one of ours, and none begins as people's own keys do.
enum OwnKeysOfPeople {
  static let all = text.split { $0.isWhitespace }.map(String.init)

  private static let text = """
    title displayName display_name nickname nick middleName middle_name maidenName honorific
    salutation suffix prefix initials fullName full_name name givenName given_name familyName
    family_name surname sn cn uid uidNumber gidNumber firstName_kana lastName_kana firstNameKana
    lastNameKana firstNameLatin preferredName preferred_name legalName pronouns gender sex age
    birthday birthPlace birth_place birthplace birthName born dateOfBirth date_of_birth dob
    deathDate nationality citizenship language languages lang locale localeCode timezone
    time_zone tz zoneinfo country countryCode country_code region state province city town
    street street_address streetAddress address address1 address2 addresses postalCode
    postal_code postcode zip zipCode plz poBox location latitude longitude lat lon geo building
    floor room roomNumber office desk seat phone2 phone3 phone_2 phoneHome phone_home phoneWork
    phone_work phone_extension phoneNumber phone_number phoneNumbers phone_numbers telephone
    telephoneNumber tel tel2 mobile mobilePhone mobile_phone cell cellphone homePhone home_phone
    workPhone work_phone fax faxNumber pager phones iphone emergencyContact emergency_contact
    emergencyPhone emails email2 email_2 emailVerified email_verified emailAlt email_alt
    alternateEmail alternate_email emailAddress email_address recoveryEmail recovery_email
    privateEmail workEmail homeEmail mail mailHost mailQuota mailbox mailNickname gmail
    secondaryEmail newsletter subscribed mailingLists username_old usernameAlt usernames2 login
    loginName login_name loginShell shell homeDirectory home home_dir user user_id userId
    userType user_type account accountId account_id accountNumber customer customerId
    customer_id id uuid guid externalId external_id legacyId legacy_id sourceId objectId
    objectGUID oid employeeId employee_id employeeNumber employeeType staffId staff_id memberId
    member_id membership membershipNumber member_since memberSince studentId student_id
    matriculation libraryCard badge badgeNumber card cardNumber rfid pinHint taxId tax_id vat
    vatId ssnLast4 passport passportNumber driverLicence company companyName organisation
    organization org orgUnit ou department departmentNumber dept division team teams unit
    section costCenter cost_centre job jobTitle job_title position role roles rank grade level
    manager managerId supervisor assistant secretary reportsTo group_id groupId group_ids
    group_name groupName primaryGroup primary_group memberOf member_of permissions scopes
    privileges acl until_date untilDate valid validity validSince validator
    validUntil2 expiryDate expiry_date expiration startDate
    start_date endDate end_date hireDate hire_date hired leftOn left_at joined joinedAt
    joined_at since from to created createdAt created_at createdBy created_by modified
    modifiedAt modified_at updated updatedAt updated_at updatedBy deleted deletedAt deleted_at
    archived archivedAt lastSeen last_seen lastLogin last_login lastActive last_active
    loginCount login_count visits disabled_at disabledAt disabled_by disabledBy disabledReason
    disabled_reason locked_at lockedAt locked_until lockout lockoutTime
    enabled_at enabledAt activeSince active_since
    activated activation activationCode blocked_by confirmed
    verified approved approvedBy pending status statusText invitedBy invited_by invited
    invitedAt invited_at inviter inviteCode changeReason mustRead must_read mustSign
    passwordHint password_hint passwordChangedAt password_changed_at passwordAge pwdLastSet otp
    otpSecret totp mfa mfaEnabled twoFactor two_factor sshKey ssh_key sshKeys ssh_public_key
    publicKey public_key gpgKey pgpKey fingerprint apiKey api_key token certificate photo
    photoUrl photo_url picture avatar avatarUrl avatar_url image icon thumbnail thumbnailPhoto
    jpegPhoto website url homepage blog bio about description notes note comment comments remark
    remarks memo info tags labels keywords categories twitter facebook linkedin github gitlab
    mastodon instagram skype telegram whatsapp signal slack discord matrix jabber xmpp icq club
    chess_rating elo rating score points level2 credits balance plan tier subscription quota
    diskQuota storage theme color colour colors favourites favorites favoriteColor
    favouriteColor interests hobbies skills education school university degree bloodType
    allergies diet shirtSize size height weight eyeColor car carPlate plate locker parking
    dovecot extra meta metadata custom attributes properties settings preferences prefs config
    flags options data consent gdpr privacy terms termsAccepted terms_accepted marketing source
    origin referrer referredBy campaign bank iban bic accountHolder invoice billing
    billingAddress shippingAddress shipping delivery orders orderCount parent parents guardian
    children spouse partner siblings family household server host hosts vlan vpn ip ipAddress
    mac macAddress device devices printer phoneModel extension ext order index sort sortKey
    position2 priority weight2 key value type kind class category
    vmail xmail pmail demail emailW emailX mphone hphone wphone cphone phoneA phoneH phoneW 2phone
    groupe groupes ugroups passwort passord passwords kpassword usernames userGame listName list_name
    lostName pastName lastGame last_game firstGame lastFame birthRate birthData birth_data birthDates
    birth_dates firstNames first_names lastNames last_names firstNameR lastNameK
    Vorname Nachname Geburtsdatum Geburtstag Telefon Handy Gruppe Gruppen Benutzername Kennwort
    Gesperrt prénom nom naissance dateNaissance portable utilisateur motDePasse valable correo
    teléfono nombre apellido apellidos nacimiento grupo grupos usuario contraseña válido imya
    familiya gruppa gruppy parol имя фамилия отчество телефон группа группы пароль почта отключён
    """
}
