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
      local line=${COMP_LINE:0:COMP_POINT} words=() word= began= quote= there= mark kind
      local -i index
      # Reads the line as bash does. What is `there` comes before the part that readline completes.
      for ((index = 0; index < ${#line}; index++)); do
        mark=${line:index:1}
        if [[ -z $quote && $mark == [[:space:]] ]]; then
          words+=(${began:+"$word"})
          word= began= there=
          continue
        fi
        began=1
        case $quote$mark in
          \' | \") quote=$mark there=$word ;;
          \'\' | \"\") quote= ;;
          \\ | \"\\)
            if [[ $quote && ${line:index + 1:1} != [\"\\\`\$] ]]; then word+=\\; fi
            index+=1
            word+=${line:index:1}
            ;;
          @) [[ $COMP_WORDBREAKS == *@* ]] && there=$word; word+=@ ;;
          [=:]) word+=$mark; [[ $COMP_WORDBREAKS == *$mark* ]] && there=$word ;;
          *) word+=$mark ;;
        esac
      done
      words=("${words[@]/#\~\//$HOME/}")

      COMPREPLY=()
      {
        read -r kind
        case $kind in
          files) compopt -o default ;;
          directories) compopt -o dirnames ;;
        esac
        while IFS=$'\t' read -r mark _; do
          [[ $mark == "$word"* ]] || continue
          mark=${mark#"$there"}
          case $quote in
            \') [[ $mark == *\'* ]] && continue ;;
            \") [[ $mark == *[\"\\\`\$]* ]] && continue ;;
            *) printf -v mark %q "$mark" ;;
          esac
          COMPREPLY+=("$mark")
        done
      } < <("${words[0]}" --complete "${words[@]:1}" "$word" </dev/null 2>/dev/null)
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
        set -l words (commandline -opc | string replace -r '^~/' "$HOME/")
        set -l current (commandline -ct)
        set -l answer (command $words[1] --complete $words[2..-1] "$current" </dev/null 2>/dev/null)
        set -l option (string match -r '^--[^=]*=' -- $current)
        # fish itself completes the argument of a command that it does not know.
        set -l file "'' "(string replace -r '^--[^=]*=' '' -- $current)
        switch "$answer[1]"
            case files
                string join \n -- "$option"(complete -C $file)
            case directories
                string join \n -- "$option"(complete -C $file | string match '*/')
            case '*'
                string join \n -- $answer[2..-1]
        end
    end

    complete -c PROGRAM -f -a '(__PROGRAM_complete)'
    """#
}
