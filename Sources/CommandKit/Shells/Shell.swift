enum Shell: String, CaseIterable {
  case bash, zsh, fish

  /// The script with which this shell asks a program what may be typed.
  func completions(of program: String) -> String {
    let head =
      "# Completions of \(program) for \(rawValue), as '\(program) completions \(rawValue)' prints them."
    return switch self {
    case .bash: "\(head)\n\n\(Self.forBash.replacing("PROGRAM", with: program))\n"
    case .zsh:
      "#compdef \(program)\n\(head)\n\n\(Self.forZsh.replacing("PROGRAM", with: program))\n"
    case .fish: "\(head)\n\n\(Self.forFish.replacing("PROGRAM", with: program))\n"
    }
  }

  /// For bash 4.4 and later, without the package bash-completion.
  private static let forBash = #"""
    _PROGRAM() {
      local word kind words=() line=${COMP_LINE:0:COMP_POINT} breaks=${COMP_WORDBREAKS//[^=:]/}
      local -i index
      # readline splits words at = : and @ too; here they are put together again.
      for ((index = 0; index <= COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        if [[ $index -eq 0 || $line == [[:space:]]* ]]; then
          line=${line#"${line%%[![:space:]]*}"}
          words+=('')
        fi
        if ((index == COMP_CWORD)); then word=$line; fi
        line=${line#"$word"}
        words[${#words[@]} - 1]+=$word
      done
      local typed=${words[${#words[@]} - 1]}
      words=("${words[@]//[\\\"\']/}")
      words=("${words[@]/#\~\//$HOME/}")
      local current=${typed//[\\\"\']/}

      COMPREPLY=()
      {
        read -r kind
        case $kind in
          files | directories)
            compopt -o filenames 2>/dev/null
            mapfile -t COMPREPLY < <(compgen "-${kind:0:1}" -- "${current#--*=}" 2>/dev/null)
            ;;
        esac
        while IFS=$'\t' read -r word _; do
          [[ $word == "$current"* ]] || continue
          case $typed in
            \'*) [[ $word == *\'* ]] && continue ;;
            \"*) [[ $word == *[\"\\\`\$]* ]] && continue ;;
            *)
              printf -v word %q "$word"
              # What comes before readline's own word is already there.
              if [[ $breaks && $typed == *["$breaks"]* ]]; then
                word=${word#"${typed%"${typed##*["$breaks"]}"}"}
              fi
              if [[ $COMP_WORDBREAKS == *@* && $typed == *@* ]]; then word=@${word#*@}; fi
              ;;
          esac
          COMPREPLY+=("$word")
        done
      } < <("${words[0]}" --complete "${words[@]:1}" </dev/null 2>/dev/null)
    }

    complete -F _PROGRAM PROGRAM
    """#

  /// For zsh 5: a file for `fpath`, which may also be sourced.
  private static let forZsh = #"""
    _PROGRAM() {
      local -a typed=("${(@Q)words[1,CURRENT-1]}") answer shown
      answer=("${(@f)$("${typed[1]/#\~\//$HOME/}" --complete "${(@)typed[2,-1]/#\~\//$HOME/}" \
        "${(Q)PREFIX}" </dev/null 2>/dev/null)}")
      case $answer[1] in
        files) compset -P 1 '--*='; _files ;;
        directories) compset -P 1 '--*='; _path_files -/ ;;
        *)
          shift answer
          shown=("${(@)answer/$'\t'/  -- }")
          (($#answer)) && compadd -l -d shown -- "${(@)answer%%$'\t'*}"
          ;;
      esac
    }

    if [[ ${funcstack[1]-} == _PROGRAM ]]; then _PROGRAM "$@"; else compdef _PROGRAM PROGRAM; fi
    """#

  /// For fish 3 and later.
  private static let forFish = #"""
    function __PROGRAM_complete
        set -l current (commandline -ct | string replace -ar '[\\\\"\']' '')
        set -l words (commandline -opc | string replace -r '^~/' "$HOME/")
        set -l answer (command $words[1] --complete $words[2..-1] "$current" </dev/null 2>/dev/null)
        set -l option (string match -r '^--[^=]*=' -- $current)
        switch "$answer[1]"
            case files
                __fish_complete_path (string replace -- "$option" '' $current) | string replace -r '^' "$option"
            case directories
                __fish_complete_directories (string replace -- "$option" '' $current) | string replace -r '^' "$option"
            case '*'
                printf '%s\n' $answer[2..-1]
        end
    end

    complete -c PROGRAM -f -a '(__PROGRAM_complete)'
    """#
}
